import { livePaths, type RoomSplitDoc } from '@manabiba/shared/contract/room-documents';

import type { LiveProjection } from '../../realtime/live-projection';
import type { LiveWrite } from '../../realtime/live-store';
import { hasLiveDocuments } from '../live-documents/room-documents';
import { toSplit } from './group-rules';
import { readSplits } from './groups.repository';

/** Projects how rooms are divided into groups. There is a document while a division is open. */
export const groupProjection: LiveProjection = {
  kinds: ['split'],

  async project(trx, rows, now) {
    const ids = [...new Set(rows.map((row) => row.subject_id))];
    const splits = await readSplits(trx, ids);
    const found = await trx
      .selectFrom('classroom_splits as s')
      .innerJoin('classrooms as c', 'c.id', 's.classroom_id')
      .select(['s.id', 's.classroom_id', 's.closed_at', 'c.state', 'c.forgotten_at'])
      .where('s.id', 'in', ids)
      .execute();
    const writes = found.map((row): LiveWrite => {
      const path = `${livePaths.roomSplits(row.classroom_id)}/${row.id}`;
      const split = splits.get(row.id);
      if (!split || row.closed_at !== null || !hasLiveDocuments(row)) return { path, data: null };
      const data: RoomSplitDoc = { ...toSplit(split), updatedAt: now.toISOString() };
      return { path, data };
    });
    return { writes };
  },
};
