import type { listMyClassrooms, MyClassroom, MyClassroomRole } from '@manabiba/shared/contract/classrooms';
import type * as z from 'zod/mini';

import type { SignedInViewer } from '../../access/viewer';
import type { Clock } from '../../platform/clock';
import { pageOf, positionOf } from '../../platform/database/time-position';
import { toClassroom } from './classroom-row';
import type { MyClassroomRow, MyClassroomsRepository } from './my-classrooms.repository';

export type MyClassroomsService = ReturnType<typeof createMyClassroomsService>;

/** A user's own classrooms, private ones included: a user with a role in one may see it. */
export function createMyClassroomsService({ mine, clock }: { mine: MyClassroomsRepository; clock: Clock }) {
  return {
    async list(
      viewer: SignedInViewer,
      { when, role, cursor, limit }: z.output<typeof listMyClassrooms.query>,
    ): Promise<{ items: MyClassroom[]; nextCursor: string | null }> {
      const rows = await mine.list({ userId: viewer.id, when, role, after: positionOf(cursor), limit: limit + 1 });
      const { shown, nextCursor } = pageOf(rows, limit, (row) => ({ micros: row.start_micros, id: row.id }));
      const now = clock.now();
      return { items: shown.map((row) => ({ ...toClassroom(row, viewer, now), myParts: partsOf(row) })), nextCursor };
    },
  };
}

function partsOf({
  is_host: isHost,
  is_reserved: isReserved,
  has_attended: hasAttended,
}: MyClassroomRow): MyClassroomRole[] {
  const parts: [MyClassroomRole, boolean][] = [
    ['host', isHost],
    ['reserved', isReserved],
    ['attended', hasAttended],
  ];
  return parts.filter(([, holds]) => holds).map(([part]) => part);
}
