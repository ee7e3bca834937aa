import * as z from 'zod/mini';

import { endpoint } from './endpoint';
import { notificationChannel } from './notification-settings';
import { notificationKind } from './notifications';
import { count, id, text } from './primitives';

const MAX_TITLE_LENGTH = 60;
const MAX_BODY_LENGTH = 1000;
const MAX_PATH_LENGTH = 300;

const announcement = z.strictObject({
  /** `all`, `professionals`, or the id of one user. */
  audience: id,
  title: text({ min: 1, max: MAX_TITLE_LENGTH }),
  body: text({ max: MAX_BODY_LENGTH }),
  /** A path inside the product. */
  url: z.string().check(z.maxLength(MAX_PATH_LENGTH, { abort: true }), z.regex(/^\/([^/\\]|$)/)),
});
export type Announcement = z.output<typeof announcement>;

export const createAnnouncement = endpoint({
  name: 'createAnnouncement',
  isExtension: true,
  method: 'POST',
  path: '/staff/announcements',
  summary: 'Sends an announcement of the operator to everybody, to professionals or to one user.',
  access: { session: 'staff' },
  body: announcement,
  response: z.object({ id }),
  status: 201,
  errors: ['not_found'],
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
  /** By presses in the product and on push messages; mails are not tracked. */
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
