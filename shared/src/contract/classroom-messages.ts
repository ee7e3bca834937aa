import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { messagesForReader, sendEventMessageBody, sentEventMessage, sentMessages } from './event-messages';
import { id } from './primitives';

/*
 * What the host of a class writes to those who reserved it or, once it has ended, attended it: with the rules of the
 * messages of organizers, whose bound of a day they share. The room of an event has the messages of its event.
 */

const access = { session: 'person' } as const;
const params = z.object({ id });

export const listSentClassroomMessages = endpoint({
  name: 'listSentClassroomMessages',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/messages/sent',
  summary:
    'Returns what the host has written about a class, the latest first, and what they may send. For its host alone.',
  access,
  params,
  response: sentMessages,
  errors: ['not_found', 'role_required'],
  tags: ['Classroom'],
});

export const sendClassroomMessage = endpoint({
  name: 'sendClassroomMessage',
  isExtension: true,
  method: 'POST',
  path: '/classrooms/{id}/messages',
  summary:
    'Sends a message to everybody who reserved a class or, once it has ended, attended it, as a notification and by mail. Whoever has stopped the messages of the host gets neither. `conflict` when there is nobody or the class has had all its messages, `rate_limited` after those of a day.',
  access,
  params,
  body: sendEventMessageBody,
  response: sentEventMessage,
  status: 201,
  errors: ['not_found', 'role_required', 'conflict', 'rate_limited', 'suspended'],
  invalidates: ['Classroom'],
  idempotencyKey: true,
});

export const listClassroomMessages = endpoint({
  name: 'listClassroomMessages',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/messages',
  summary:
    'Returns the messages of the host of a class, the latest first, for whoever reserved or attended it. Not found for others.',
  access,
  params,
  response: messagesForReader,
  errors: ['not_found'],
  tags: ['Classroom'],
});

export const updateClassroomMessageSubscription = endpoint({
  name: 'updateClassroomMessageSubscription',
  isExtension: true,
  method: 'PUT',
  path: '/classrooms/{id}/messages/subscription',
  summary:
    'Stops or resumes the messages of the host of this class, about all of their classes and events, for whoever reserved or attended it.',
  access,
  params,
  body: z.strictObject({ isSubscribed: z.boolean() }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Classroom', 'Notification'],
});
