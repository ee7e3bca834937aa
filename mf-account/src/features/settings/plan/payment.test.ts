import { paymentStatus } from './payment';

it.each([
  ['open', true],
  ['uncollectible', true],
  ['draft', false],
  ['paid', false],
  ['void', false],
  [null, false],
] as const)('warns of an invoice that is %s: %s', (stripeInvoiceStatus, isWarning) => {
  const status = paymentStatus({ stripeInvoiceStatus });
  expect(status.isWarning).toBe(isWarning);
  expect(Boolean(status.next)).toBe(isWarning);
});
