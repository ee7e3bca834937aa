import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { invitation, organizing } from './event-editing';
import {
  MAX_INVITATION_USES,
  MAX_TICKET_NAME_LENGTH,
  MAX_TICKET_PRICE,
  MAX_TICKET_QUOTA,
  MIN_TICKET_PRICE,
} from './limits';
import { code, givenTime, id, line } from './primitives';
import { taxRate, ticketType } from './tickets';

const ticketName = line({
  min: 1,
  max: MAX_TICKET_NAME_LENGTH,
  empty: 'チケットの名前を入力してください。',
  tooLong: `チケットの名前は${MAX_TICKET_NAME_LENGTH}文字以内で入力してください。`,
});
const priceSentence = `価格は0円か、${MIN_TICKET_PRICE}円から${MAX_TICKET_PRICE.toLocaleString('ja-JP')}円までで入力してください。`;
const price = z.int({ error: priceSentence }).check(
  z.minimum(0, { error: priceSentence }),
  z.maximum(MAX_TICKET_PRICE, { error: priceSentence }),
  z.refine((value) => value === 0 || value >= MIN_TICKET_PRICE, { error: priceSentence }),
);
const quotaSentence = `席は1から${MAX_TICKET_QUOTA.toLocaleString('ja-JP')}までで入力してください。`;
const quota = z.nullable(
  z
    .int({ error: quotaSentence })
    .check(z.minimum(1, { error: quotaSentence }), z.maximum(MAX_TICKET_QUOTA, { error: quotaSentence })),
);
const ticketFields = {
  name: ticketName,
  kind: ticketType.shape.kind,
  price,
  taxRate,
  quota,
  saleStartAt: givenTime('販売の開始を入力してください。'),
  saleEndAt: givenTime('販売の終了を入力してください。'),
};
const ticketPath = z.object({ id, ticketTypeId: id });

export const createTicketTypeBody = z.strictObject(ticketFields);
export const updateTicketTypeBody = z.strictObject(z.partial(z.strictObject(ticketFields)).shape);

export const createTicketType = endpoint({
  name: 'createTicketType',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/ticket_types',
  summary:
    'Adds a ticket type, at most ten, while the event has not begun. Its sale ends no later than the start of the event.',
  access: { ...organizing, closes: true },
  scope: 'events:write',
  params: z.object({ id }),
  body: createTicketTypeBody,
  response: ticketType,
  status: 201,
  errors: ['not_found', 'role_required', 'conflict', 'invalid'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const updateTicketType = endpoint({
  name: 'updateTicketType',
  isExtension: true,
  method: 'PATCH',
  path: '/org/events/{id}/ticket_types/{ticketTypeId}',
  summary:
    'Updates a ticket type while the event has not begun. Price, tax rate and kind can change only while no seat is sold or held; the number of seats cannot fall below the seats sold or held.',
  access: organizing,
  scope: 'events:write',
  params: ticketPath,
  body: updateTicketTypeBody,
  response: ticketType,
  errors: ['not_found', 'role_required', 'conflict', 'invalid', 'quota_below_sold'],
  invalidates: ['Event'],
});

export const deleteTicketType = endpoint({
  name: 'deleteTicketType',
  isExtension: true,
  method: 'DELETE',
  path: '/org/events/{id}/ticket_types/{ticketTypeId}',
  summary: 'Deletes a ticket type that has never been requested. The last one of a published event cannot be deleted.',
  access: organizing,
  scope: 'events:write',
  params: ticketPath,
  response: null,
  errors: ['not_found', 'role_required', 'conflict'],
  invalidates: ['Event'],
});

const WRONG_CODE = 'コードは英数字とハイフンの4から40文字で入力してください。';

/** A new code of an event, for an invitation or a discount: capitals, digits, hyphens. */
export const newEventCode = code({ max: 40, empty: WRONG_CODE, tooLong: WRONG_CODE }).check(
  z.regex(/^[A-Z0-9](?:[A-Z0-9-]{2,38})[A-Z0-9]$/, { error: WRONG_CODE }),
);

export const listInvitations = endpoint({
  name: 'listInvitations',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/invitations',
  summary: 'Returns the invitation codes of an event, the earliest first.',
  access: organizing,
  params: z.object({ id }),
  response: z.object({ items: z.array(invitation) }),
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const createInvitation = endpoint({
  name: 'createInvitation',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/invitations',
  summary:
    'Creates an invitation code for a ticket type: the given one, or a generated one without look-alike letters.',
  access: { ...organizing, closes: true },
  params: z.object({ id }),
  body: z.strictObject({
    ticketTypeId: id,
    code: z.optional(newEventCode),
    maxUses: z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_USES)),
    expiresAt: z.optional(z.nullable(givenTime())),
  }),
  response: invitation,
  status: 201,
  errors: ['not_found', 'role_required', 'already', 'conflict', 'invalid'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const deleteInvitation = endpoint({
  name: 'deleteInvitation',
  isExtension: true,
  method: 'DELETE',
  path: '/org/events/{id}/invitations/{invitationId}',
  summary: 'Revokes an invitation code. Places that were taken with it stay valid. Repeating the call changes nothing.',
  access: organizing,
  params: z.object({ id, invitationId: id }),
  response: null,
  errors: ['not_found', 'role_required'],
  invalidates: ['Event'],
});
