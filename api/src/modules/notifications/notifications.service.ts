import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import {
  type explainNotification,
  notificationKinds,
  type UserNotification,
} from '@manabiba/shared/contract/notifications';

import type { SignedInViewer } from '../../access/viewer';
import { AppError } from '../../platform/app-error';
import type { Clock } from '../../platform/clock';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { userMapper } from '../users/user-columns';
import { kindDeclarations } from './kinds/notification-kinds';
import type { DeliveryRow, NotificationRow, NotificationsRepository } from './notifications.repository';

interface NotificationsDeps {
  notifications: NotificationsRepository;
  clock: Clock;
  /** Called after a commit that changed live documents. */
  onCommit: () => void;
}

const toActor = userMapper('actor_');
/** The number of notifications that an opened group shows. */
const SHOWN_OF_GROUP = 50;

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
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.created_micros, id: row.id }));
      const [newest] = shown;
      // Up to the newest one shown, not up to now: what arrives in between is unseen.
      if (!after && !isPrefetch && newest) {
        const hasSeenNew = await notifications.markSeen(viewer.id, newest.created_micros, clock.now());
        if (hasSeenNew) onCommit();
      }
      return { items: shown.map((row) => toNotification(row, viewer, clock.now())), nextCursor };
    },

    /** Returns one notification of the viewer; another user's is `not_found`. */
    async get(viewer: SignedInViewer, id: string): Promise<UserNotification> {
      return toNotification(await own(viewer, id), viewer, clock.now());
    },

    /** Marks this notification and, unless `isOnly`, every older one as read, and returns up to when. */
    async read(viewer: SignedInViewer, id: string, { isOnly }: { isOnly: boolean }): Promise<{ readUpTo: string }> {
      const row = await own(viewer, id);
      if (isOnly) await notifications.markOneRead(viewer.id, row);
      else await notifications.markRead(viewer.id, { micros: row.created_micros, id });
      return { readUpTo: row.created_at.toISOString() };
    },

    /** Marks everything that is in the inbox now as read and seen, and returns up to when. */
    async readAll(viewer: SignedInViewer): Promise<{ readUpTo: string | null }> {
      const newest = await notifications.findNewest(viewer.id);
      if (!newest) return { readUpTo: null };
      const { created_micros: micros, id } = newest;
      await notifications.markRead(viewer.id, { micros, id });
      if (await notifications.markSeen(viewer.id, micros, clock.now())) onCommit();
      return { readUpTo: newest.created_at.toISOString() };
    },

    /** Returns what one line of the inbox stands for, newest first. */
    async group(viewer: SignedInViewer, id: string): Promise<{ items: UserNotification[] }> {
      const row = await own(viewer, id);
      const rows = row.group_id === null ? [row] : await notifications.group(viewer.id, row.group_id, SHOWN_OF_GROUP);
      return { items: rows.map((item) => ({ ...toNotification(item, viewer, clock.now()), groupCount: 1 })) };
    },

    /** Records that a notification was opened, and marks it as read. */
    async open(viewer: SignedInViewer, id: string, from: 'inApp' | 'push'): Promise<void> {
      await own(viewer, id);
      await notifications.markOpened(viewer.id, id, from, clock.now());
    },

    /** Explains why the viewer got a notification, and its outcome on each channel. */
    async explain(viewer: SignedInViewer, id: string): Promise<EndpointOutput<typeof explainNotification>> {
      const row = await own(viewer, id);
      const deliveries = await notifications.deliveries(id);
      const isShown = row.is_listed || row.group_id !== null;
      return {
        reason: kindDeclarations[row.kind].reason,
        causedAt: row.created_at.toISOString(),
        channels: [
          isShown
            ? { channel: 'inApp', state: 'sent', at: row.created_at.toISOString() }
            : { channel: 'inApp', state: 'off', at: null },
          outcomeOn('mail', deliveries),
          outcomeOn('push', deliveries),
        ],
      };
    },
  };
}

/** A channel with several deliveries shows the best of their outcomes; the best come first. */
const outcomeOrder = ['sent', 'queued', 'failed', 'dropped'] as const;

function outcomeOn(channel: 'mail' | 'push', deliveries: readonly DeliveryRow[]) {
  const own = deliveries.filter((delivery) => delivery.channel === channel);
  const best = outcomeOrder.flatMap((state) => own.filter((delivery) => delivery.state === state)).at(0);
  return best
    ? { channel, state: best.state, at: best.done_at?.toISOString() ?? null }
    : { channel, state: 'off' as const, at: null };
}

function toNotification(row: NotificationRow, viewer: SignedInViewer, now: Date): UserNotification {
  const hasActor = row.actor_id !== null && row.actor_state !== 'withdrawn';
  const actor = hasActor ? toActor(row, viewer, now) : null;
  const content = { title: row.title, body: row.body, actorName: actor?.nickname ?? null };
  return {
    id: row.id,
    kind: row.kind,
    kindIndex: notificationKinds.indexOf(row.kind),
    title: row.title,
    body: row.body,
    url: row.url,
    actor,
    sentence: kindDeclarations[row.kind].sentence(content),
    groupCount: row.group_count,
    muteScopes: [
      ...(actor ? (['person'] as const) : []),
      ...(['messages', 'classroom', 'event'] as const).filter((scope) => row.subjects?.[scope] !== undefined),
    ],
    isRead: row.is_read,
    createdAt: row.created_at.toISOString(),
  };
}

export type NotificationsService = ReturnType<typeof createNotificationsService>;
