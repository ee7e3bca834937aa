import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso, page, pageQuery } from './primitives';
import { user } from './users';

/** The kinds by index. New ones come last and none is renumbered: the name is stored, both are sent. */
export const notificationKinds = [
  'management',
  'eventStartBeforeFiveMinutes',
  'eventStartBeforeOneHour',
  'eventArchived',
  'eventOpen',
  'userFollow',
  'classroomCreatedByFollow',
  'classroomReservedByFollow',
  'reservedClassroomStarted',
  'reservedClassroomCancelled',
  'changeClassroomTime',
  'ratingReceived',
  'ratingAnswered',
  'organizerMessage',
  'hostMessage',
  'teamInvitation',
] as const;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = z.output<typeof notificationKind>;

/**
 * What can be muted from a notification: the person who caused it, the classroom or event that it is about, or the
 * messages of its host to those who have a seat.
 */
export const muteScope = z.enum(['person', 'classroom', 'event', 'messages']);
export type MuteScope = z.output<typeof muteScope>;

/**
 * A span of a notification's sentence. `subject` is emphasized. `past` and `moment` are times in ISO 8601, to be shown
 * in the viewer's time zone; `past` no longer applies.
 */
export const sentenceSpan = z.object({ text: z.string(), as: z.enum(['words', 'subject', 'past', 'moment']) });
export type SentenceSpan = z.output<typeof sentenceSpan>;

export const userNotification = z.object({
  id,
  kind: notificationKind,
  kindIndex: z.int(),
  /**
   * The subject: the title of the classroom, series or event; the heading of a management notice; empty for userFollow.
   * The client composes the sentence for its kind.
   */
  title: z.string(),
  /**
   * Additional data. For changeClassroomTime, the old and the new start as an ISO 8601 interval
   * ("2026-11-22T04:00:00.000Z/2026-11-22T04:45:00.000Z"), so that they are shown in the viewer's time zone.
   * Of a series, the number of its dates, or of those that were added.
   */
  body: z.string(),
  /** The whole sentence, as its kind declares it. */
  sentence: z.array(sentenceSpan),
  /** Path inside the product that the row links to. */
  url: z.string(),
  actor: z.nullable(user),
  /** How many notifications this line stands for; 1 unless it is a group, whose latest notification it is. */
  groupCount: z.int().check(z.minimum(1)),
  /** What `muteFromNotification` accepts for this notification. */
  muteScopes: z.array(muteScope),
  isRead: z.boolean(),
  createdAt: iso,
});
export type UserNotification = z.output<typeof userNotification>;

/** Sent with a GET that only warms the cache, so that notifications stay unseen. */
export const PREFETCH_HEADER = 'X-Prefetch';

export const listNotifications = endpoint({
  name: 'listNotifications',
  method: 'GET',
  path: '/me/notifications',
  summary:
    'Returns the inbox, newest first. The first page resets the unread count to zero, unless the call is a prefetch.',
  access: { session: 'person', whileResubmitting: true },
  query: z.object(pageQuery),
  response: page(userNotification),
  errors: [],
  tags: ['Notification'],
});

export const readNotification = endpoint({
  name: 'readNotification',
  method: 'PUT',
  path: '/me/notifications/{id}/read',
  summary: 'Marks a notification and all older ones as read, or with `only=true` that one alone, with its group.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  query: z.object({ only: z.optional(z.literal('true')) }),
  response: z.object({ readUpTo: iso }),
  errors: ['not_found'],
  invalidates: ['Notification'],
});

export const getNotification = endpoint({
  name: 'getNotification',
  method: 'GET',
  path: '/notifications/{id}',
  summary: 'Returns one notification of the caller.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  response: userNotification,
  errors: ['not_found'],
  tags: ['Notification'],
});

export const listNotificationGroup = endpoint({
  name: 'listNotificationGroup',
  isExtension: true,
  method: 'GET',
  path: '/notifications/{id}/group',
  summary: 'Returns the notifications that one line of the inbox stands for, newest first, at most fifty.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  response: z.object({ items: z.array(userNotification) }),
  errors: ['not_found'],
  tags: ['Notification'],
});

export const readAllNotifications = endpoint({
  name: 'readAllNotifications',
  isExtension: true,
  method: 'POST',
  path: '/me/notifications/read_all',
  summary: 'Marks all notifications that exist at the time of the call as read and as seen.',
  access: { session: 'person', whileResubmitting: true },
  response: z.object({ readUpTo: z.nullable(iso) }),
  errors: [],
  invalidates: ['Notification'],
});

/** Where a notification was opened. */
export const openedFrom = z.enum(['inApp', 'push']);

export const openNotification = endpoint({
  name: 'openNotification',
  isExtension: true,
  method: 'POST',
  path: '/notifications/{id}/open',
  summary: 'Records that the user opened a notification, and marks only that one as read. Mails are not tracked.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  body: z.strictObject({ from: openedFrom }),
  response: null,
  errors: ['not_found'],
  invalidates: ['Notification'],
});

export const explainNotification = endpoint({
  name: 'explainNotification',
  isExtension: true,
  method: 'GET',
  path: '/notifications/{id}/reason',
  summary: 'Explains why the user got a notification, and what became of it on each channel.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
  response: z.object({
    /** A sentence in Japanese: the relation of the user to the subject. */
    reason: z.string(),
    causedAt: iso,
    channels: z.array(
      z.object({
        channel: z.enum(['inApp', 'mail', 'push']),
        /**
         * `off`: the settings exclude the channel, or it cannot be reached. `queued`: it will be sent. `dropped`: it
         * was due in quiet hours, during a pause or too late.
         */
        state: z.enum(['off', 'queued', 'sent', 'failed', 'dropped']),
        at: z.nullable(iso),
      }),
    ),
  }),
  errors: ['not_found'],
  tags: ['Notification'],
});
