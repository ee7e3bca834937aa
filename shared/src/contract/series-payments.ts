import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_SERIES_DATES } from './limits';
import { addressee, attemptErrors } from './payments';
import { id, iso, yen } from './primitives';

export const createSeriesPaymentIntent = endpoint({
  name: 'createSeriesPaymentIntent',
  isExtension: true,
  method: 'POST',
  path: '/me/series/{id}/payment_intent',
  summary:
    'Holds a seat in each of these events of a series for 15 minutes, with the general ticket that getSeries shows and the discount of the series, and starts one card payment for all of them. All or none: when one has no seat left, it is `sold_out` and none is held. Repeating the call returns the same attempt; other dates or a changed discount replace it. Once it is paid, each date is a ticket of its own, with its own receipt, policy and refund. createParticipation of one of the events settles the payment of all.',
  access: { session: 'person', refuses: { child: 'guardian_required' }, needsVerifiedEmail: true, closes: true },
  params: z.object({ id }),
  body: z.strictObject({
    eventIds: z
      .array(id)
      .check(
        z.minLength(2, { error: 'まとめて購入する回を、2回以上選んでください。' }),
        z.maxLength(MAX_SERIES_DATES, { error: `まとめて購入できるのは${MAX_SERIES_DATES}回までです。` }),
      ),
    /** The name on the receipts until they are issued. Default: the buyer. */
    addressee: z.optional(addressee),
  }),
  response: z.object({
    /** For the provider's script. */
    clientSecret: z.string(),
    /** Of all dates, after the discount. */
    amount: yen,
    discount: yen,
    holdExpiresAt: iso,
    /** The provider's id of the saved card, when it can be used for this payment. */
    savedCardId: z.nullable(z.string()),
  }),
  status: 201,
  errors: attemptErrors,
  invalidates: ['Event', 'Classroom'],
  idempotencyKey: true,
});
