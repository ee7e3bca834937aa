import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { MAX_ANNOUNCEMENT_BODY_LENGTH, MAX_ANNOUNCEMENT_PATH_LENGTH, MAX_ANNOUNCEMENT_TITLE_LENGTH } from './limits';
import { notificationChannel } from './notification-settings';
import { notificationKind } from './notifications';
import { count, givenTime, id, iso, line, text } from './primitives';

/** Audiences of more than one person. */
export const announcementAudiences = ['all', 'students', 'pupils', 'subscribers', 'professionals'] as const;

const announcement = z.strictObject({
  /** One of `announcementAudiences`, or the id of one user. */
  audience: id,
  title: line({ min: 1, max: MAX_ANNOUNCEMENT_TITLE_LENGTH }),
  body: text({ max: MAX_ANNOUNCEMENT_BODY_LENGTH }),
  /** A path inside the product. */
  url: z.string().check(z.maxLength(MAX_ANNOUNCEMENT_PATH_LENGTH, { abort: true }), z.regex(/^\/([^/\\]|$)/)),
  /** When it is sent; at once without it. */
  dueAt: z.optional(givenTime()),
});
export type Announcement = z.output<typeof announcement>;

export const countAnnouncementAudience = endpoint({
  name: 'countAnnouncementAudience',
  isExtension: true,
  method: 'GET',
  path: '/staff/announcement_audience',
  summary: 'Returns how many people an announcement to this audience reaches now.',
  access: { session: 'staff' },
  query: z.object({ audience: id }),
  response: z.object({ count }),
  errors: ['not_found'],
});

const sentAnnouncement = z.object({
  id,
  audience: z.string(),
  /** Nickname, when the audience is one user who is still there. */
  audienceName: z.nullable(z.string()),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  dueAt: iso,
  /** `expired`: not sent in time, because the service was down. */
  state: z.enum(['scheduled', 'sending', 'sent', 'stopped', 'expired']),
  toldCount: count,
});
export type SentAnnouncement = z.output<typeof sentAnnouncement>;

export const listAnnouncements = endpoint({
  name: 'listAnnouncements',
  isExtension: true,
  method: 'GET',
  path: '/staff/announcements',
  summary: 'Returns the announcements that are scheduled, and those of the last thirty days; at most 50, latest first.',
  access: { session: 'staff', isPolled: true },
  response: z.object({ items: z.array(sentAnnouncement) }),
  errors: [],
  tags: ['Staff'],
});

export const stopAnnouncement = endpoint({
  name: 'stopAnnouncement',
  isExtension: true,
  method: 'POST',
  path: '/staff/announcements/{id}/stop',
  summary: 'Stops an announcement: those who were told by then have it, nobody else gets it.',
  access: { session: 'staff' },
  params: z.object({ id }),
  response: null,
  errors: ['not_found', 'conflict'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

export const createAnnouncement = endpoint({
  name: 'createAnnouncement',
  isExtension: true,
  method: 'POST',
  path: '/staff/announcements',
  summary: 'Sends an announcement of the operator to an audience or to one user, at once or at a time within 90 days.',
  access: { session: 'staff' },
  body: announcement,
  response: z.object({ id }),
  status: 201,
  errors: ['invalid', 'not_found'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});

const timelineRow = z.object({
  kind: notificationKind,
  channel: notificationChannel,
  sent: count,
  queued: count,
  failed: count,
  /** Quiet hours, settings that changed, or too late. */
  dropped: count,
  /** Clicks in the product and on push messages; mails are not tracked. */
  opened: count,
  /** From when it was due until it was sent, of the slowest in a hundred; null when none was sent. */
  latenessSeconds: z.nullable(z.number()),
});
export type NotificationTimelineRow = z.output<typeof timelineRow>;

export const getNotificationTimeline = endpoint({
  name: 'getNotificationTimeline',
  isExtension: true,
  method: 'GET',
  path: '/staff/notifications',
  summary: 'Returns what became of the notifications of the last seven days, by kind and channel.',
  access: { session: 'staff' },
  response: z.object({ items: z.array(timelineRow) }),
  errors: [],
});

const personNotification = z.object({
  id,
  kind: notificationKind,
  /** The whole sentence. */
  sentence: z.string(),
  /** Why the user got it: their relation to the subject, in Japanese. */
  reason: z.string(),
  /** When it came about; null when that is no longer known. */
  causedAt: z.nullable(iso),
  createdAt: iso,
  /** Whether it is, or was, a line of the inbox. */
  isListed: z.boolean(),
  isRead: z.boolean(),
  opened: z.nullable(z.object({ at: iso, from: z.enum(['inApp', 'push']) })),
  deliveries: z.array(
    z.object({
      channel: z.enum(['mail', 'push']),
      state: z.enum(['queued', 'sent', 'failed', 'dropped']),
      /** Why it failed or was dropped. */
      reason: z.nullable(z.string()),
      attempts: count,
      createdAt: iso,
      doneAt: z.nullable(iso),
    }),
  ),
});
export type PersonNotification = z.output<typeof personNotification>;

export const listPersonNotifications = endpoint({
  name: 'listPersonNotifications',
  isExtension: true,
  method: 'GET',
  path: '/staff/people/{userId}/notifications',
  summary: 'Returns the last twenty notifications of a user: why they got each, and what became of it on each channel.',
  access: { session: 'staff' },
  params: z.object({ userId: id }),
  response: z.object({ items: z.array(personNotification) }),
  errors: ['not_found'],
  tags: ['Staff'],
});
