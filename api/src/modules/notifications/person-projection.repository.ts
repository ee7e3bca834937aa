import { livePaths, type PersonDoc } from '@manabiba/shared/contract/room-documents';

import type { LiveProjection } from '../realtime/live-projection';

/** Projects users with the number of their unseen notifications. */
export const personProjection: LiveProjection = {
  kinds: ['person'],

  async project(trx, rows, now) {
    const found = await trx
      .selectFrom('users as u')
      .select('u.id')
      .select((eb) =>
        eb
          .selectFrom('notifications as n')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('n.user_id', '=', 'u.id')
          .where('n.is_listed', '=', true)
          .whereRef('n.created_at', '>', 'u.notifications_seen_at')
          .as('unread'),
      )
      .where(
        'u.id',
        'in',
        rows.map((row) => row.subject_id),
      )
      .execute();
    const documents = new Map(
      found.map(({ id, unread }): [string, PersonDoc] => [
        livePaths.person(id),
        { id, unreadNotificationCount: unread ?? 0, updatedAt: now.toISOString() },
      ]),
    );
    return { writes: rows.map(({ path }) => ({ path, data: documents.get(path) ?? null })) };
  },
};
