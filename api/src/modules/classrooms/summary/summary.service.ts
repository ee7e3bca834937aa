import type { ClassroomSummary } from '@manabiba/shared/contract/classroom-summaries';

import { isSignedIn, type SessionViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Place } from '../room/room-row';
import { requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import type { SummaryRepository } from './summary.repository';

interface SummaryDeps {
  summaries: SummaryRepository;
  rooms: RoomsRepository;
}

export type SummaryService = ReturnType<typeof createSummaryService>;

/** What is left of a class after it has ended. */
export function createSummaryService({ summaries, rooms }: SummaryDeps) {
  return {
    /** Returns what an ended class was for somebody who attended it. */
    async get(viewer: SessionViewer, classroomId: string): Promise<ClassroomSummary> {
      const { room, me } = requireAttended(await rooms.find(classroomId, viewer.id));
      const countsInARow = isSignedIn(viewer) && me.role !== 'host' && room.event_id === null;
      const [attendeeCount, recording, attendedInARow] = await Promise.all([
        summaries.countAttendees(classroomId),
        summaries.recordingOf(classroomId),
        countsInARow ? summaries.countInARow(classroomId, viewer.id) : null,
      ]);
      return { role: me.role, secondsPresent: me.seconds_present, attendedInARow, attendeeCount, recording };
    },
  };
}

/** Throws `role_required` for a viewer who was never in the room, and `conflict` while the class has not ended. */
function requireAttended(found: Place | undefined): Place & { me: NonNullable<Place['me']> } {
  const place = requireRoom(found);
  const { room, me } = place;
  if (!me?.joined_at) throw new AppError('role_required');
  if (room.state !== 'ended') throw new AppError('conflict', { sentence: 'この教室は、まだ終了していません。' });
  return { ...place, me };
}
