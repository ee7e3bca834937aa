import * as z from 'zod/mini';

import { type AccessRule, endpoint } from './endpoint';
import { organizers } from './event-editing';
import { MAX_TRANSFER, MIN_TRANSFER } from './limits';
import { saleHistory } from './payments';
import { iso, yen } from './primitives';

/** Where the money of an organizer's events goes, and how much of it there is. */
export const connectAccount = z.object({
  /** The provider's id; null before the onboarding has begun. */
  id: z.nullable(z.string()),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  /** What the provider still asks for, in its words. */
  requirements: z.array(z.string()),
  /** Can be transferred now. Negative after a refund of something that had been transferred. */
  availableBalance: z.int(),
  /** Of events that are not over yet, or have ended less than three days ago. */
  pendingBalance: yen,
  lastTransferAt: z.nullable(iso),
});
export type ConnectAccount = z.output<typeof connectAccount>;

const receiving = { ...organizers, needsVerifiedEmail: true } as const satisfies AccessRule;

export const getStripeConnect = endpoint({
  name: 'getStripeConnect',
  method: 'GET',
  path: '/me/stripe-connect',
  summary: "The organizer's account for payouts, and the balance.",
  access: organizers,
  response: connectAccount,
  errors: ['unavailable'],
  tags: ['Event'],
});

/** An address of a page of ours; longer ones are nothing that our pages have. */
const pageUrl = z.string().check(z.maxLength(500, { abort: true }), z.url({ error: 'URLを入力してください。' }));

export const createStripeConnect = endpoint({
  name: 'createStripeConnect',
  method: 'POST',
  path: '/me/stripe-connect',
  summary:
    'The address of the page on which the payment provider asks for identity and bank account. It works once and for a few minutes; `refreshUrl` is where the provider sends somebody who comes too late.',
  access: receiving,
  body: z.strictObject({ returnUrl: pageUrl, refreshUrl: pageUrl }),
  response: z.object({ url: z.string(), expiresAt: iso }),
  errors: ['role_required', 'invalid', 'unavailable'],
  invalidates: ['Event'],
});

export const createTransfer = endpoint({
  name: 'createTransfer',
  method: 'POST',
  path: '/me/stripe-connect/transfer',
  summary: 'Sends money of the balance to the account for payouts: once a day in Japan.',
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
