import type { FastifyInstance } from 'fastify';

import type { Env } from '../../../env';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { DomainEventDispatcher } from '../../../platform/events/domain-events';
import type { Limiter } from '../../../platform/security/limiter';
import type { ParticipationsService } from '../../participations/participations.service';
import type { SeriesTeam } from '../../teams/module';
import type { UsersService } from '../../users/users.service';
import { engineCapacityOf } from '../classroom-rules';
import type { ClassroomsService } from '../classrooms.service';
import { groupsRoutes } from '../groups/groups.routes';
import { createGroupsService } from '../groups/groups.service';
import { createLiveFramesRepository } from '../live-frames/live-frames.repository';
import { liveFramesRoutes } from '../live-frames/live-frames.routes';
import { createLiveFramesService } from '../live-frames/live-frames.service';
import { createMediaTokensService } from '../media/media-tokens.service';
import { mediaRoutes, mediaWebhooksRoutes } from '../media/media.routes';
import type { RoomMedia } from '../media/module';
import { createMissedRepository } from '../missed/missed.repository';
import { missedRoutes } from '../missed/missed.routes';
import { createMissedService } from '../missed/missed.service';
import { createPollsRepository } from '../polls/polls.repository';
import { pollsRoutes } from '../polls/polls.routes';
import { createPollsService } from '../polls/polls.service';
import type { RoomLifeService } from '../room-life/room-life.service';
import { createSummaryRepository } from '../summary/summary.repository';
import { summaryRoutes } from '../summary/summary.routes';
import { createSummaryService } from '../summary/summary.service';
import { createGuestEntranceService } from './guest-entrance.service';
import { createJoinService, type JoinService } from './join.service';
import type { ModerationService } from './moderation.service';
import { createPresenceService } from './presence.service';
import { createRecordingConsentService } from './recording-consent.service';
import { createRoomRecordsRepository } from './room-records.repository';
import { createRoomRecordsService } from './room-records.service';
import type { RoomsRepository } from './rooms.repository';
import { roomsRoutes } from './rooms.routes';

interface RoomDeps {
  db: Db;
  env: Pick<Env, 'media'>;
  clock: Clock;
  limiter: Limiter;
  write: Write;
  users: UsersService;
  rooms: RoomsRepository;
  roomLife: RoomLifeService;
  moderation: ModerationService;
  classrooms: ClassroomsService;
  media: Pick<RoomMedia, 'server'>;
  participations: ParticipationsService;
  seriesTeam: Pick<SeriesTeam, 'authority'>;
  domainEvents: DomainEventDispatcher;
}

/** Registers live rooms and what happens in them. */
export function addRooms(
  app: FastifyInstance,
  { domainEvents, roomLife: life, ...deps }: RoomDeps,
): Pick<JoinService, 'endsOfJoined'> {
  const { db, rooms, write, moderation, media, clock } = deps;
  const { followMedia } = life;
  const hasMedia = media.server !== null;
  const engineCapacity = engineCapacityOf(deps.env.media);
  const tokens = createMediaTokensService({ server: media.server, rooms, clock, engineCapacity });
  const guests = createGuestEntranceService({ ...deps, life });
  domainEvents.consume('guest-entrance', guests.consumer);
  const joining = createJoinService({ ...deps, life, guests, engineCapacity, hasMedia, media: tokens });
  mediaRoutes(app, tokens);
  if (media.server) mediaWebhooksRoutes(app, { server: media.server, follow: followMedia, write });
  roomsRoutes(app, {
    joining,
    guests,
    consent: createRecordingConsentService({ rooms, write, clock, followMedia }),
    presence: createPresenceService({ rooms, write, clock, followMedia }),
    moderation,
    records: createRoomRecordsService({
      rooms,
      records: createRoomRecordsRepository(db),
      seriesAuthority: deps.seriesTeam.authority,
      clock,
    }),
  });
  liveFramesRoutes(app, createLiveFramesService({ ...deps, frames: createLiveFramesRepository(db) }));
  missedRoutes(app, createMissedService({ missed: createMissedRepository(db), rooms, clock }));
  groupsRoutes(app, createGroupsService({ rooms, write, life, clock, hasMedia }));
  pollsRoutes(app, createPollsService({ polls: createPollsRepository(db), rooms, write, clock }));
  summaryRoutes(app, createSummaryService({ summaries: createSummaryRepository(db), rooms }));
  return joining;
}
