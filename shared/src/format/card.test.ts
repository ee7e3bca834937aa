import { formatCard, formatExpiry } from './card';

it.each([
  ['visa', 'Visa 末尾 4242'],
  ['amex', 'American Express 末尾 4242'],
  ['a brand of tomorrow', 'カード 末尾 4242'],
])('labels a card of %s', (brand, name) => {
  expect(formatCard({ brand, last4: '4242' })).toBe(name);
});

it('formats the expiry of a card', () => {
  expect(formatExpiry({ expYear: 2028, expMonth: 9 })).toBe('2028/09');
});
