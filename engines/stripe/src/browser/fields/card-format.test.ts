import { brandOf, formatCvc, formatExpiry, formatNumber, problemOf } from './card-format';

const NOW = new Date(2026, 10, 22);
const whole = { number: '4242424242424242', expiry: '12 / 30', cvc: '123' };

it.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['4242-4242 4242', '4242 4242 4242'],
  ['４２４２４２４２', '4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['abc', ''],
])('formats the number %s in groups', (typed, shown) => {
  expect(formatNumber(typed)).toBe(shown);
});

it.each([
  ['1230', '12 / 30'],
  ['12', '12 / '],
  ['5', '05 / '],
  ['12/2030', '12 / 30'],
  ['1', '1'],
])('formats the expiry %s as month and year', (typed, shown) => {
  expect(formatExpiry(typed)).toBe(shown);
});

it('deletes the digit before the slash on backspace', () => {
  expect(formatExpiry('12 /', '12 / ')).toBe('1');
});

it('detects brands and the length of their codes', () => {
  expect(['4242', '5555', '3782', '3566', '9'].map(brandOf)).toEqual(['visa', 'mastercard', 'amex', 'jcb', 'unknown']);
  expect(formatCvc('12345', '4242')).toBe('123');
  expect(formatCvc('12345', '3782')).toBe('1234');
});

it.each([
  ['number', { number: '4242' }, 'incomplete_number'],
  ['number', { number: '4242424242424241' }, 'invalid_number'],
  ['expiry', { expiry: '1' }, 'incomplete_expiry'],
  ['expiry', { expiry: '13 / 30' }, 'invalid_expiry_month'],
  ['expiry', { expiry: '10 / 26' }, 'invalid_expiry_year_past'],
  ['cvc', { cvc: '12' }, 'incomplete_cvc'],
] as const)('reports the error in the %s of %j', (field, changed, code) => {
  expect(problemOf(field, { ...whole, ...changed }, NOW)).toMatchObject({ type: 'validation_error', code });
});

it('accepts a card until the end of its expiry month', () => {
  expect(problemOf('expiry', { ...whole, expiry: '11 / 26' }, NOW)).toBeNull();
  expect(problemOf('number', whole, NOW)).toBeNull();
});
