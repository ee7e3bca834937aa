import { notificationKinds, type UserNotification } from '@manabiba/shared/contract/notifications';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { cursorOf, positionOf } from '../../platform/database/time-position';
import { userMapper } from '../users/user-columns';
import type { NotificationRow, NotificationsRepository } from './notifications.repository';

interface NotificationsDeps {
  notifications: NotificationsRepository;
  clock: Clock;
  /** Called after a commit that changed live documents. */
  onCommit: () => void;
}

const toActor = userMapper('actor_');

/** The inbox. The bell counts unseen notifications, a row shows whether it has been read. */
export function createNotificationsService({ notifications, clock, onCommit }: NotificationsDeps) {
  async function own(viewer: SignedInViewer, id: string): Promise<NotificationRow> {
    const row = await notifications.find(viewer.id, id);
    if (!row) throw new AppError('not_found');
    return row;
  }

  return {
    /**
     * Returns a page of the inbox, newest first. The first page marks what it shows, and everything older, as seen,
     * unless the call is a prefetch.
     */
    async list(
      viewer: SignedInViewer,
      { cursor, limit, isPrefetch }: { cursor?: string | undefined; limit: number; isPrefetch: boolean },
    ) {
      const after = positionOf(cursor);
      const rows = await notifications.list(viewer.id, after, limit + 1);
      const shown = rows.slice(0, limit);
      const [newest] = shown;
      const last = shown.at(-1);
      // Up to the newest one shown, not up to now: what arrives in between is unseen.
      if (!after && !isPrefetch && newest) {
        const hasSeenNew = await notifications.markSeen(viewer.id, newest.created_micros, clock.now());
        if (hasSeenNew) onCommit();
      }
      return {
        items: shown.map((row) => toNotification(row, viewer, clock.now())),
        nextCursor: rows.length > limit && last ? cursorOf({ micros: last.created_micros, id: last.id }) : null,
      };
    },

    /** Returns one notification of the viewer; another user's is `not_found`. */
    async get(viewer: SignedInViewer, id: string): Promise<UserNotification> {
      return toNotification(await own(viewer, id), viewer, clock.now());
    },

    /** Marks this notification and every older one as read, and returns up to when. */
    async read(viewer: SignedInViewer, id: string): Promise<{ readUpTo: string }> {
      const row = await own(viewer, id);
      await notifications.markRead(viewer.id, { micros: row.created_micros, id });
      return { readUpTo: row.created_at.toISOString() };
    },
  };
}

function toNotification(row: NotificationRow, viewer: SignedInViewer, now: Date): UserNotification {
  const hasActor = row.actor_id !== null && row.actor_state !== 'withdrawn';
  return {
    id: row.id,
    kind: row.kind,
    kindIndex: notificationKinds.indexOf(row.kind),
    title: row.title,
    body: row.body,
    url: row.url,
    actor: hasActor ? toActor(row, viewer, now) : null,
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;
