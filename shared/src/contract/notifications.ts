import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { id, iso, page, pageQuery } from './primitives';
import { user } from './users';

/** The kinds by index, 0 to 10. Never renumbered: the name is stored, both are sent. */
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
] as const;
export const notificationKind = z.enum(notificationKinds);
export type NotificationKind = z.output<typeof notificationKind>;

export const userNotification = z.object({
  id,
  kind: notificationKind,
  kindIndex: z.int(),
  /**
   * The subject: the title of the classroom or event; the heading of a management notice; empty for userFollow. The
   * client composes the sentence for its kind.
   */
  title: z.string(),
  /**
   * Additional data. For changeClassroomTime, the old and the new start as an ISO 8601 interval
   * ("2026-11-22T04:00:00.000Z/2026-11-22T04:45:00.000Z"), so that they are shown in the viewer's time zone.
   */
  body: z.string(),
  /** Path inside the product that the row links to. */
  url: z.string(),
  actor: z.nullable(user),
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
  summary: 'Marks a notification and all older ones as read.',
  access: { session: 'person', whileResubmitting: true },
  params: z.object({ id }),
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
