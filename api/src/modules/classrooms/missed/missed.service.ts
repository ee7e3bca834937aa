import type { listMissed } from '@manabiba/shared/contract/classroom-missed';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import { MISSED_MINUTES } from '@manabiba/shared/contract/limits';
import { max, subMinutes } from 'date-fns';

import type { SessionViewer } from '../../../access/viewer';
import type { Clock } from '../../../platform/clock';
import { requireParticipant, requireRoom } from '../room/room-rules';
import type { RoomsRepository } from '../room/rooms.repository';
import type { MissedRepository } from './missed.repository';

interface MissedDeps {
  missed: MissedRepository;
  rooms: Pick<RoomsRepository, 'find'>;
  clock: Clock;
}

export type MissedService = ReturnType<typeof createMissedService>;

const NOTHING = { counts: { comment: 0, question: 0, poll: 0, pin: 0 }, items: [] };

/** What happened in a live room while a participant was away. */
export function createMissedService({ missed, rooms, clock }: MissedDeps) {
  return {
    /**
     * Returns what others did since a moment that the participant names, or since they last left. Never what happened
     * before they first joined, nor more than ten minutes ago.
     */
    async list(
      viewer: SessionViewer,
      classroomId: string,
      given: string | undefined,
    ): Promise<EndpointOutput<typeof listMissed>> {
      const now = clock.now();
      const place = requireRoom(await rooms.find(classroomId, viewer.id));
      requireParticipant(place, now);
      const { joined_at: joinedAt, away_since: awaySince } = place.me;
      const asked = given === undefined ? awaySince : new Date(given);
      if (asked === null || joinedAt === null || asked >= now) return { since: null, ...NOTHING };
      const since = max([asked, joinedAt, subMinutes(now, MISSED_MINUTES)]);
      return { since: since.toISOString(), ...(await missed.list(classroomId, viewer.id, since)) };
    },
  };
}
