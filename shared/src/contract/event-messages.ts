import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { organizing } from './event-editing';
import { MAX_MESSAGE_LENGTH, MAX_MESSAGE_SUBJECT_LENGTH } from './limits';
import { count, id, iso, line, ok, reportFields, text } from './primitives';

const eventParams = z.object({ id });

export const eventMessage = z.object({ id, subject: z.string(), body: z.string(), createdAt: iso });
export type EventMessage = z.output<typeof eventMessage>;

export const sentEventMessage = z.extend(eventMessage, {
  /** Those who had a seat when it was sent. */
  recipientCount: count,
  /** The staff has removed it: nobody else reads it any more. */
  isRemoved: z.boolean(),
});
export type SentEventMessage = z.output<typeof sentEventMessage>;

/** What a host has sent, and may send. */
export const sentMessages = z.object({
  items: z.array(sentEventMessage),
  /** Those whom a message reaches now, with and without an account. */
  recipientCount: count,
  /** How many more messages there may be. */
  remaining: count,
});

/** What a recipient reads. */
export const messagesForReader = z.object({
  items: z.array(eventMessage),
  /** False once the viewer has stopped the messages of this host. */
  isSubscribed: z.boolean(),
});
export type MessagesForReader = z.output<typeof messagesForReader>;
export type SentMessages = z.output<typeof sentMessages>;

export const sendEventMessageBody = z.strictObject({
  subject: line({
    min: 1,
    max: MAX_MESSAGE_SUBJECT_LENGTH,
    empty: '件名を入力してください。',
    tooLong: `件名は${MAX_MESSAGE_SUBJECT_LENGTH}文字以内で入力してください。`,
  }),
  body: text({
    min: 1,
    max: MAX_MESSAGE_LENGTH,
    empty: '本文を入力してください。',
    tooLong: `本文は${MAX_MESSAGE_LENGTH}文字以内で入力してください。`,
  }),
});

export const listSentEventMessages = endpoint({
  name: 'listSentEventMessages',
  isExtension: true,
  method: 'GET',
  path: '/org/events/{id}/messages',
  summary: 'Returns what the organizer has written to those who have a seat, the latest first, and what they may send.',
  access: organizing,
  scope: 'messages:write',
  params: eventParams,
  response: sentMessages,
  errors: ['not_found', 'role_required'],
  tags: ['Event'],
});

export const sendEventMessage = endpoint({
  name: 'sendEventMessage',
  isExtension: true,
  method: 'POST',
  path: '/org/events/{id}/messages',
  summary:
    'Sends a message to everybody who has a seat, as a notification and by mail, also to buyers without an account. Whoever has stopped the messages of the host gets neither. `conflict` when nobody has a seat or the event has had all its messages, `rate_limited` after those of a day.',
  access: organizing,
  scope: 'messages:write',
  params: eventParams,
  body: sendEventMessageBody,
  response: sentEventMessage,
  status: 201,
  errors: ['not_found', 'role_required', 'conflict', 'rate_limited', 'suspended'],
  invalidates: ['Event'],
  idempotencyKey: true,
});

export const listEventMessages = endpoint({
  name: 'listEventMessages',
  isExtension: true,
  method: 'GET',
  path: '/events/{id}/messages',
  summary:
    'Returns the messages of the organizer to those who have a seat, the latest first, for whoever has one. Not found for others.',
  access: { session: 'person' },
  params: eventParams,
  response: messagesForReader,
  errors: ['not_found'],
  tags: ['Event'],
});

export const updateMessageSubscription = endpoint({
  name: 'updateMessageSubscription',
  isExtension: true,
  method: 'PUT',
  path: '/events/{id}/messages/subscription',
  summary:
    'Stops or resumes the messages of the host of this event, about all of their events, for whoever has a seat in it.',
  access: { session: 'person' },
  params: eventParams,
  body: z.strictObject({ isSubscribed: z.boolean() }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Event', 'Notification'],
});

export const reportEventMessage = endpoint({
  name: 'reportEventMessage',
  isExtension: true,
  method: 'POST',
  path: '/event_messages/{messageId}/report',
  summary: 'Reports a message that the caller may read to the staff, as it is now. Repeating the call changes nothing.',
  access: { session: 'person' },
  params: z.object({ messageId: id }),
  body: z.strictObject(reportFields),
  response: ok,
  status: 201,
  errors: ['not_found', 'rate_limited'],
});
