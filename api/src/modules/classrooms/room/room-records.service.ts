import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { listAttendance, listKickedUsers } from '@manabiba/shared/contract/room-moderation';
import { differenceInSeconds } from 'date-fns';

import type { SignedInViewer } from '../../../access/viewer';
import { AppError } from '../../../platform/app-error';
import type { Clock } from '../../../platform/clock';
import type { SeriesAuthorityService } from '../../teams/team-authority.service';
import { isModeratorOf } from '../classroom-rules';
import type { RoomRecordsRepository } from './room-records.repository';
import { participantName, type Place } from './room-row';
import { mayReadmit, requireModerator, requireRoom } from './room-rules';
import type { RoomsRepository } from './rooms.repository';

interface RecordsDeps {
  rooms: RoomsRepository;
  records: RoomRecordsRepository;
  seriesAuthority: Pick<SeriesAuthorityService, 'isAllowed'>;
  clock: Clock;
}

type PersonRow = Awaited<ReturnType<RoomRecordsRepository['listPresent']>>[number];

export type RoomRecordsService = ReturnType<typeof createRoomRecordsService>;

/**
 * Records of a room for its host and co-hosts, and the attendance for the team of its series. Users have the names shown
 * in the room, anonymous viewers are guests.
 */
export function createRoomRecordsService({ rooms, records, seriesAuthority, clock }: RecordsDeps) {
  async function moderated(viewer: SignedInViewer, classroomId: string): Promise<Place> {
    const place = requireRoom(await rooms.find(classroomId, viewer.id));
    requireModerator(place.access);
    return place;
  }

  /** Whether a series has the class as a date and lets its team read who attended. */
  async function mayReadAttendanceBySeries(viewer: SignedInViewer, classroomId: string): Promise<boolean> {
    const seriesId = await records.findSeries(classroomId);
    return seriesId !== null && seriesAuthority.isAllowed(viewer.id, seriesId, 'readAttendance');
  }

  return {
    /** Lists banned users, latest first. */
    async kicked(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof listKickedUsers>> {
      const { me, room } = await moderated(viewer, classroomId);
      const rows = await records.listKicked(classroomId);
      return {
        items: rows.map((row) => ({
          ...toPerson(row),
          kickedAt: (row.kicked_at ?? clock.now()).toISOString(),
          canReadmit: mayReadmit(me?.role ?? null, row, room.host_id),
        })),
      };
    },

    /** Lists attendees in order of arrival. Present ones are counted up to now. */
    async attendance(viewer: SignedInViewer, classroomId: string): Promise<EndpointOutput<typeof listAttendance>> {
      const { access } = requireRoom(await rooms.find(classroomId, viewer.id));
      if (!isModeratorOf(access) && !(await mayReadAttendanceBySeries(viewer, classroomId)))
        throw new AppError('role_required');
      const now = clock.now();
      const rows = await records.listPresent(classroomId);
      const stays = await records.listGroupStays(classroomId);
      return {
        items: rows.map((row) => ({
          ...toAttendance(row, now),
          groups: stays
            .filter(({ user_id: userId }) => userId === row.user_id)
            .map(({ name, entered_at: enteredAt, left_at: leftAt }) => ({
              group: name,
              enteredAt: enteredAt.toISOString(),
              leftAt: leftAt?.toISOString() ?? null,
            })),
        })),
      };
    },
  };
}

const toPerson = (row: PersonRow) => ({
  id: row.user_id,
  nickname: participantName(row),
  avatarUrl: row.avatar_url,
  isAnonymous: row.anonymous_id !== null,
});

function toAttendance(
  row: PersonRow,
  now: Date,
): Omit<EndpointOutput<typeof listAttendance>['items'][number], 'groups'> {
  const joinedAt = row.joined_at ?? now;
  const thisStay = row.left_at === null ? Math.max(0, differenceInSeconds(now, row.present_since ?? joinedAt)) : 0;
  return {
    ...toPerson(row),
    role: row.role,
    joinedAt: joinedAt.toISOString(),
    leftAt: row.left_at?.toISOString() ?? null,
    secondsPresent: row.seconds_present + thisStay,
  };
}
