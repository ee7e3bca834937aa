import { paymentStatus } from './payment';

it.each([
  ['open', true],
  ['uncollectible', true],
  ['draft', false],
  ['paid', false],
  ['void', false],
  [null, false],
] as const)('warns about an invoice that is %s: %s', (stripeInvoiceStatus, isWarning) => {
  expect(paymentStatus({ stripeInvoiceStatus }).isWarning).toBe(isWarning);
});
