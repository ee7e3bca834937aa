import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { creating, organizers } from './event-editing';
import { newEventCode } from './event-tickets';
import {
  MAX_DISCOUNT_CODE_USES,
  MAX_DISCOUNT_PERCENT,
  MAX_INVITATION_CODE_LENGTH,
  MAX_TICKET_PRICE,
  MAX_TICKET_TYPES,
} from './limits';
import { code, count, givenTime, id, iso, yen } from './primitives';

/** A code as a buyer types it: any case and width. */
export const typedDiscountCode = code({
  max: MAX_INVITATION_CODE_LENGTH,
  empty: '割引コードを入力してください。',
  tooLong: 'この割引コードは見つかりません。',
});

export const discountCode = z.object({
  id,
  eventId: id,
  code: z.string(),
  /** What it takes off a price: an amount in yen or a percentage; the other is null. */
  amountOff: z.nullable(yen),
  percentOff: z.nullable(count),
  /** Null: every ticket of the event. */
  ticketTypeIds: z.nullable(z.array(id)),
  maxUses: count,
  /** Places that are held, being paid or paid with it. */
  uses: count,
  /** What has been paid for the confirmed ones. */
  gross: yen,
  validFrom: z.nullable(iso),
  validUntil: z.nullable(iso),
  /** A revoked code takes nothing off any more. */
  revokedAt: z.nullable(iso),
  createdAt: iso,
});
export type DiscountCode = z.output<typeof discountCode>;

const WRONG_AMOUNT = `割引額は1円から${MAX_TICKET_PRICE.toLocaleString('ja-JP')}円までで入力してください。`;
const WRONG_PERCENT = `割引率は1%から${MAX_DISCOUNT_PERCENT}%までで入力してください。`;
const WRONG_USES = `使える回数は1から${MAX_DISCOUNT_CODE_USES.toLocaleString('ja-JP')}までで入力してください。`;
const within = (max: number, error: string) =>
  z.int({ error }).check(z.minimum(1, { error }), z.maximum(max, { error }));

const newDiscountCode = z.strictObject({
  code: z.optional(newEventCode),
  /** One of the two. A price never falls below the lowest one of a ticket. */
  amountOff: z.optional(within(MAX_TICKET_PRICE, WRONG_AMOUNT)),
  percentOff: z.optional(within(MAX_DISCOUNT_PERCENT, WRONG_PERCENT)),
  ticketTypeIds: z.nullable(
    // The tickets of seats and the one of the archive.
    z.array(id).check(z.minLength(1, { error: 'チケットを選択してください。' }), z.maxLength(MAX_TICKET_TYPES + 1)),
  ),
  maxUses: within(MAX_DISCOUNT_CODE_USES, WRONG_USES),
  validFrom: z.optional(z.nullable(givenTime())),
  validUntil: z.optional(z.nullable(givenTime())),
});

export const listDiscountCodes = endpoint({
  name: 'listDiscountCodes',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/discount_codes',
  summary: 'Returns the discount codes of an event, the latest first.',
  access: organizers,
  params: z.object({ id }),
  response: z.object({ items: z.array(discountCode) }),
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const createDiscountCode = endpoint({
  name: 'createDiscountCode',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/discount_codes',
  summary:
    'Creates a discount code for tickets with a price, while the event has not begun: the given one, or a generated one. A ticket cannot become free by it.',
  access: creating,
  params: z.object({ id }),
  body: newDiscountCode,
  response: discountCode,
  status: 201,
  errors: ['not_found', 'role_required', 'already', 'conflict', 'invalid'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const deleteDiscountCode = endpoint({
  name: 'deleteDiscountCode',
  isExtension: true,
  method: 'DELETE',
  path: '/org/events/{id}/discount_codes/{discountCodeId}',
  summary:
    'Revokes a discount code. Seats that are held or paid with it keep their price. Repeating the call changes nothing.',
  access: organizers,
  params: z.object({ id, discountCodeId: id }),
  response: null,
  errors: ['not_found', 'role_required'],
  invalidates: ['Event'],
});

export const checkDiscountCode = endpoint({
  name: 'checkDiscountCode',
  isExtension: true,
  method: 'POST',
  path: '/events/{id}/discount_code_checks',
  summary:
    'Returns what a code takes off a ticket now, for a visitor who has not said who they are. Counts no use and holds no seat.',
  access: { session: 'visitor' },
  params: z.object({ id }),
  body: z.strictObject({ ticketTypeId: id, discountCode: typedDiscountCode }),
  response: z.object({ discount: yen }),
  errors: ['not_found', 'invalid', 'code_used', 'rate_limited'],
});
