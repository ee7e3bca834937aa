import * as z from 'zod/mini';

import { type AccessRule, endpoint } from './endpoint';
import { organizers } from './event-editing';
import { MAX_TRANSFER, MIN_TRANSFER } from './limits';
import { saleHistory } from './payments';
import { iso, yen } from './primitives';

/** The payout account of an organizer and its balances. */
export const connectAccount = z.object({
  /** The provider's id; null before onboarding. */
  id: z.nullable(z.string()),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  /** What the provider still requires, in its own words. */
  requirements: z.array(z.string()),
  /** Where the provider pays out to, as it names it; null before it is entered. */
  bank: z.nullable(z.object({ name: z.string(), last4: z.string() })),
  /** Transferable now. Negative after a refund of money that was already transferred. */
  availableBalance: z.int(),
  /** From events that have not ended, or ended less than three days ago. */
  pendingBalance: yen,
  lastTransferAt: z.nullable(iso),
});
export type ConnectAccount = z.output<typeof connectAccount>;

const receiving = { ...organizers, needsVerifiedEmail: true } as const satisfies AccessRule;

export const getStripeConnect = endpoint({
  name: 'getStripeConnect',
  method: 'GET',
  path: '/me/stripe-connect',
  summary: 'Returns the payout account of the organizer and its balance.',
  access: organizers,
  response: connectAccount,
  errors: ['conflict', 'unavailable'],
  tags: ['Event'],
});

/** A URL of one of our pages; none of them is longer. */
const pageUrl = z.string().check(z.maxLength(500, { abort: true }), z.url({ error: 'URLを入力してください。' }));

export const createStripeConnect = endpoint({
  name: 'createStripeConnect',
  method: 'POST',
  path: '/me/stripe-connect',
  summary:
    'Returns the URL of the page on which the payment provider asks for identity and bank account. It works once and for a few minutes; the provider redirects to `refreshUrl` when it has expired.',
  access: receiving,
  body: z.strictObject({ returnUrl: pageUrl, refreshUrl: pageUrl }),
  response: z.object({ url: z.string(), expiresAt: iso }),
  errors: ['role_required', 'invalid', 'conflict', 'unavailable'],
  invalidates: ['Event'],
});

export const createTransfer = endpoint({
  name: 'createTransfer',
  method: 'POST',
  path: '/me/stripe-connect/transfer',
  summary: 'Pays out part of the balance to the payout account, at most once per day in Japan.',
  access: receiving,
  body: z.strictObject({
    amount: z
      .int()
      .check(
        z.minimum(MIN_TRANSFER, { error: `${MIN_TRANSFER.toLocaleString('ja-JP')}円以上で入力してください。` }),
        z.maximum(MAX_TRANSFER, { error: '振り込める金額を超えています。' }),
      ),
  }),
  response: saleHistory,
  status: 201,
  errors: ['role_required', 'invalid', 'conflict', 'already'],
  invalidates: ['Event'],
  idempotencyKey: true,
});
