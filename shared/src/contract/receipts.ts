import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_ADDRESSEE_LENGTH } from './limits';
import { count, id, iso, line } from './primitives';
import { paymentMethod, taxRate } from './tickets';

/** A receipt as issued. Amounts are whole yen; those of a credit note are negative. */
export const receiptContent = z.object({
  kind: z.enum(['receipt', 'credit_note']),
  addressee: z.string(),
  /** When the money moved. */
  transactedAt: iso,
  /** A one-line description of the purchase. */
  subject: z.string(),
  lines: z.array(
    z.object({
      name: z.string(),
      detail: z.string(),
      quantity: count,
      /** Excludes tax. */
      unitPrice: z.int(),
      taxRate,
      /** Excludes tax. */
      amount: z.int(),
    }),
  ),
  /** Per rate, rounded down once. */
  taxes: z.array(z.object({ taxRate, net: z.int(), tax: z.int() })),
  /** Includes tax. */
  total: z.int(),
  payment: z.object({ method: paymentMethod, cardBrand: z.nullable(z.string()), cardLast4: z.nullable(z.string()) }),
  issuer: z.object({
    name: z.string(),
    /** T and 13 digits; without it the receipt is not a qualified invoice. */
    registrationNo: z.nullable(z.string()),
    url: z.nullable(z.string()),
  }),
  /** For a credit note: the receipt of the original payment. */
  originalNumber: z.nullable(z.string()),
});
export type ReceiptContent = z.output<typeof receiptContent>;

export const receipt = z.extend(receiptContent, {
  id,
  /** Null until it is issued, like the next three. */
  number: z.nullable(z.string()),
  version: z.nullable(count),
  issuedAt: z.nullable(iso),
  /** The first 16 hexadecimal digits of the content's SHA-256. */
  digest: z.nullable(z.string()),
  /** Every issued version, oldest first. All but the last are void. */
  versions: z.array(z.object({ version: count, addressee: z.string(), issuedAt: iso })),
});
export type Receipt = z.output<typeof receipt>;

const params = z.object({ id });

export const getReceipt = endpoint({
  name: 'getReceipt',
  isExtension: true,
  method: 'GET',
  path: '/me/receipts/{id}',
  summary:
    'Returns the receipt of a payment or the credit note of a refund by the id of the sale: the last issued version, otherwise a preview.',
  access: { session: 'person' },
  params,
  response: receipt,
  errors: ['not_found'],
  tags: ['Event'],
});

export const issueReceipt = endpoint({
  name: 'issueReceipt',
  isExtension: true,
  method: 'POST',
  path: '/me/receipts/{id}',
  summary:
    'Issues a receipt. Issuing it again for another addressee creates a new version that says so and voids the previous one. At most ten versions.',
  access: { session: 'person' },
  params,
  body: z.strictObject({
    addressee: z.optional(line({ min: 1, max: MAX_ADDRESSEE_LENGTH, empty: '宛名を入力してください。' })),
  }),
  response: receipt,
  errors: ['not_found', 'conflict'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
