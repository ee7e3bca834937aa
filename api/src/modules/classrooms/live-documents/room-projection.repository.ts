import { livePaths } from '@manabiba/shared/contract/room-documents';
import { subMilliseconds } from 'date-fns';
import { sql } from 'kysely';

import type { Trx } from '../../../platform/database/db';
import type { LiveProjection } from '../../realtime/live-projection';
import type { LiveWrite } from '../../realtime/live-store';
import { roomColumns, toRoomDoc } from '../room/room-row';
import { pinnedOf } from './pinned.repository';
import { materialCountOf, presentationOf } from './presentation.repository';
import { hasLiveDocuments } from './room-documents';

/** Minimum interval between updates of a room's participant count, in milliseconds. */
const COUNT_GAP_MS = 1_000;

/**
 * Projects rooms. The participant count is a separate kind: many may join within a second, and every participant would
 * receive each number.
 */
export const roomProjection: LiveProjection = {
  kinds: ['room', 'count'],

  isHeldBack: (now) => sql<boolean>`(o.kind = 'count' and exists (
    select from live_counts s where s.classroom_id = o.subject_id and s.shown_at > ${subMilliseconds(now, COUNT_GAP_MS)}))`,

  async project(trx, rows, now) {
    const ids = [...new Set(rows.map((row) => row.subject_id))];
    const found = await trx
      .selectFrom('classrooms as c')
      .leftJoin('live_counts as shown', 'shown.classroom_id', 'c.id')
      .select(roomColumns.map((column) => `c.${column}` as const))
      .select(['c.forgotten_at', 'shown.shown_at'])
      .select((eb) => [
        eb
          .selectFrom('classroom_users as w')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .whereRef('w.classroom_id', '=', 'c.id')
          .where('w.waiting_since', 'is not', null)
          .as('waiting'),
        sql<number>`nextval('live_outbox_version')`.as('version'),
        pinnedOf(sql.ref('c.id')).as('pinned'),
        presentationOf(sql.ref('c.id')).as('presentation'),
        materialCountOf(sql.ref('c.id')).as('materialCount'),
      ])
      .where('c.id', 'in', ids)
      .execute();
    const countChanged = new Set(rows.filter(({ kind }) => kind === 'count').map((row) => row.subject_id));
    const counted: string[] = [];
    const writes = found.map((room): LiveWrite => {
      const path = livePaths.room(room.id);
      if (!hasLiveDocuments(room)) return { path, data: null };
      const isFirst = room.shown_at === null;
      const { participantCount, ...rest } = toRoomDoc(
        { ...room, updated_at: now },
        {
          waitingCount: room.waiting ?? 0,
          version: room.version,
          pinned: room.pinned,
          presentation: room.presentation,
          materialCount: room.materialCount,
        },
      );
      if (!isFirst && !countChanged.has(room.id)) return { path, data: rest, isPartial: true };
      counted.push(room.id);
      return { path, data: { ...rest, participantCount } };
    });
    const gone = found.filter((room) => !hasLiveDocuments(room)).map(({ id }) => id);
    return { writes, afterWrite: () => noteCounts(trx, { counted, gone }, now) };
  },
};

/** Records which counts were just written, and which rooms no longer have a document. */
async function noteCounts(
  trx: Trx,
  { counted, gone }: { counted: readonly string[]; gone: readonly string[] },
  now: Date,
): Promise<void> {
  if (gone.length > 0)
    await trx
      .deleteFrom('live_counts')
      .where('classroom_id', 'in', [...gone])
      .execute();
  if (counted.length === 0) return;
  await sql`insert into live_counts (classroom_id, shown_at) select id, ${now} from classrooms where id = any(${counted}::text[])
    on conflict (classroom_id) do update set shown_at = excluded.shown_at`.execute(trx);
}
