import type { FastifyInstance } from 'fastify';

import { createMemoryLimiter } from '../access/memory-limiter';
import { addArchiveModules, type ArchiveWork } from '../modules/archives/module';
import { createCategoriesRepository } from '../modules/categories/categories.repository';
import { categoriesRoutes } from '../modules/categories/categories.routes';
import { type CategoriesService, createCategoriesService } from '../modules/categories/categories.service';
import { createClassroomCommentsRepository } from '../modules/classroom-comments/classroom-comments.repository';
import { classroomCommentsRoutes } from '../modules/classroom-comments/classroom-comments.routes';
import {
  type ClassroomCommentsService,
  createClassroomCommentsService,
} from '../modules/classroom-comments/classroom-comments.service';
import { createBoardRepository } from '../modules/classrooms/board/board.repository';
import { boardRoutes } from '../modules/classrooms/board/board.routes';
import { createBoardService } from '../modules/classrooms/board/board.service';
import type { ClassroomListRow } from '../modules/classrooms/classroom-list-statement';
import { engineCapacityOf } from '../modules/classrooms/classroom-rules';
import { createClassroomsRepository } from '../modules/classrooms/classrooms.repository';
import { classroomsRoutes, myClassroomsRoutes, reservationsRoutes } from '../modules/classrooms/classrooms.routes';
import type { ClassroomsService } from '../modules/classrooms/classrooms.service';
import { createClassroomsService } from '../modules/classrooms/classrooms.service';
import { groupsRoutes } from '../modules/classrooms/groups/groups.routes';
import { createGroupsService } from '../modules/classrooms/groups/groups.service';
import { createLiveFramesRepository } from '../modules/classrooms/live-frames/live-frames.repository';
import { liveFramesRoutes } from '../modules/classrooms/live-frames/live-frames.routes';
import { createLiveFramesService } from '../modules/classrooms/live-frames/live-frames.service';
import { addMaterials } from '../modules/classrooms/materials/module';
import { createMediaTokensService } from '../modules/classrooms/media/media-tokens.service';
import { mediaRoutes, mediaWebhooksRoutes } from '../modules/classrooms/media/media.routes';
import { createMissedRepository } from '../modules/classrooms/missed/missed.repository';
import { missedRoutes } from '../modules/classrooms/missed/missed.routes';
import { createMissedService } from '../modules/classrooms/missed/missed.service';
import { createMyClassroomsRepository } from '../modules/classrooms/my-classrooms.repository';
import { createMyClassroomsService } from '../modules/classrooms/my-classrooms.service';
import { createPollsRepository } from '../modules/classrooms/polls/polls.repository';
import { pollsRoutes } from '../modules/classrooms/polls/polls.routes';
import { createPollsService } from '../modules/classrooms/polls/polls.service';
import { createPinsService } from '../modules/classrooms/questions/pins.service';
import { createQuestionsRepository } from '../modules/classrooms/questions/questions.repository';
import { questionsRoutes } from '../modules/classrooms/questions/questions.routes';
import { createQuestionsService, type QuestionsService } from '../modules/classrooms/questions/questions.service';
import { reservationsRepository } from '../modules/classrooms/reservations.repository';
import { createReservationsService } from '../modules/classrooms/reservations.service';
import { createGuestEntranceService } from '../modules/classrooms/room/guest-entrance.service';
import { createJoinService } from '../modules/classrooms/room/join.service';
import { createPresenceService } from '../modules/classrooms/room/presence.service';
import { createRecordingConsentService } from '../modules/classrooms/room/recording-consent.service';
import { createRoomRecordsRepository } from '../modules/classrooms/room/room-records.repository';
import { createRoomRecordsService } from '../modules/classrooms/room/room-records.service';
import { roomsRoutes } from '../modules/classrooms/room/rooms.routes';
import { createSummaryRepository } from '../modules/classrooms/summary/summary.repository';
import { summaryRoutes } from '../modules/classrooms/summary/summary.routes';
import { createSummaryService } from '../modules/classrooms/summary/summary.service';
import { addEventModules } from '../modules/events/module';
import { createHostFiguresRepository } from '../modules/host-figures/host-figures.repository';
import { hostFiguresRoutes } from '../modules/host-figures/host-figures.routes';
import { createHostFiguresService } from '../modules/host-figures/host-figures.service';
import { changedPerson } from '../modules/notifications/person-documents';
import { classroomCalendarRoutes } from '../modules/participations/calendar/calendar.routes';
import { createRatingsRepository } from '../modules/ratings/ratings.repository';
import { ratingsRoutes } from '../modules/ratings/ratings.routes';
import { createRatingsService, type RatingsService } from '../modules/ratings/ratings.service';
import { createRealtimeTokens } from '../modules/realtime/realtime-token';
import { realtimeRoutes } from '../modules/realtime/realtime.routes';
import { createRealtimeService } from '../modules/realtime/realtime.service';
import { addRecordingModules } from '../modules/recordings/module';
import { createSearchRepository } from '../modules/search/search.repository';
import { searchRoutes } from '../modules/search/search.routes';
import { createSearchService } from '../modules/search/search.service';
import { changedSession } from '../modules/sessions/session-documents';
import { sharePicturesRoutes } from '../modules/share-pictures/share-pictures.routes';
import { createSharePicturesService } from '../modules/share-pictures/share-pictures.service';
import { createMicroCache } from '../platform/micro-cache';
import type { ContentDeps } from './content-deps';

/** Cache time of the category list, in milliseconds: it changes a few times a year. */
const CATEGORIES_CACHE_MS = 10_000;
/** How often the number of classrooms is recounted, in periods of the micro-cache. */
const COUNT_CACHE_TURNS = 2;

export interface ContentModules {
  comments: ClassroomCommentsService;
  questions: QuestionsService;
  ratings: RatingsService;
  /** The background work of archives. */
  archives: ArchiveWork;
}

/** Registers classrooms and what belongs to them, archives, events and search. */
export function addContentModules(app: FastifyInstance, deps: ContentDeps): ContentModules {
  const { pool, clock, users, professionals, tickets } = deps;
  const { classrooms, categories, comments, questions } = addClassrooms(app, deps);
  addRooms(app, deps, classrooms);
  const work = { ...deps, write: deps.live.write, categories };
  const { archives, editing, mediaFiles, jobHandlers, housekeeping } = addArchiveModules(app, work);
  const materials = addMaterials(app, { ...work, rooms: deps.rooms, uploads: deps.uploads, archives });
  boardRoutes(app, createBoardService({ ...work, boards: createBoardRepository(deps.db), materials }));
  const recorded = addRecordingModules(app, { ...work, archives, editing });
  const { events, eventTeam, participations, eventLife } = tickets;
  const held = addEventModules(app, { ...work, events, eventTeam, participations, eventLife });
  const { searchesPerMinute: readsPerMinute, visitorSearchesPerMinute: visitorReadsPerMinute } = deps.env.rateLimits;
  searchRoutes(
    app,
    createSearchService({
      entries: createSearchRepository(pool),
      classrooms,
      events: tickets.events,
      archives,
      professionals,
      users,
      clock,
      limiter: createMemoryLimiter({ readsPerMinute, visitorReadsPerMinute }),
    }),
  );
  const { uploads, limiter, env } = deps;
  const subjects = { classrooms, events: tickets.events, archives, users, categories, uploads, mediaFiles };
  const { communicateMinAge } = env;
  sharePicturesRoutes(app, createSharePicturesService({ ...subjects, limiter, communicateMinAge }));
  const ratings = createRatingsService({
    ...subjects,
    db: deps.db,
    ratings: createRatingsRepository(deps.db),
    limiter,
    clock,
  });
  ratingsRoutes(app, ratings);
  hostFiguresRoutes(app, createHostFiguresService({ figures: createHostFiguresRepository(pool), clock }));
  return {
    comments,
    questions,
    ratings,
    archives: { jobHandlers, housekeeping: [...housekeeping, ...recorded.housekeeping, ...held.housekeeping] },
  };
}

/** Registers classrooms with their categories, reservations, comments and questions. */
function addClassrooms(
  app: FastifyInstance,
  { db, pool, env, clock, limiter, users, rooms, roomLife, live, tickets }: ContentDeps,
): Pick<ContentModules, 'comments' | 'questions'> & { classrooms: ClassroomsService; categories: CategoriesService } {
  const { publicUrl, room, media, recording, microCacheMs } = env;
  const { write } = live;
  const categories = createCategoriesService({
    categories: createCategoriesRepository(db),
    cacheMs: microCacheMs && CATEGORIES_CACHE_MS,
  });
  const publicPages = createMicroCache<ClassroomListRow[]>({ ttlMs: microCacheMs });
  app.routeTools.microCache.onClear(publicPages.clear);
  const classrooms = createClassroomsService({
    classrooms: createClassroomsRepository({ db, pool }),
    write,
    categories,
    users,
    clock,
    publicUrl,
    room,
    onClassroomChanged: roomLife.onClassroomChanged,
    hasMedia: media !== null,
    canRecord: recording !== null,
    countCacheMs: microCacheMs * COUNT_CACHE_TURNS,
    publicPages,
  });
  const reservations = createReservationsService({
    db,
    reservations: reservationsRepository,
    classrooms,
    users,
    clock,
    engineCapacity: engineCapacityOf(media),
  });
  const pins = createPinsService({ rooms, write, clock });
  const comments = createClassroomCommentsService({
    comments: createClassroomCommentsRepository(db),
    write,
    classrooms,
    pins,
    limiter,
    clock,
  });
  const questions = createQuestionsService({
    questions: createQuestionsRepository(db),
    rooms,
    classrooms,
    pins,
    write,
    limiter,
    clock,
  });
  categoriesRoutes(app, categories);
  classroomsRoutes(app, classrooms);
  classroomCalendarRoutes(app, tickets.calendar, classrooms);
  myClassroomsRoutes(app, createMyClassroomsService({ mine: createMyClassroomsRepository(pool), clock }));
  reservationsRoutes(app, reservations);
  classroomCommentsRoutes(app, comments);
  questionsRoutes(app, questions, pins);
  return { classrooms, categories, comments, questions };
}

/** Registers live rooms, and the tokens that let browsers read their live documents. */
function addRooms(
  app: FastifyInstance,
  { db, env, clock, limiter, users, rooms, moderation, roomLife, live, tickets, media, domainEvents }: ContentDeps,
  classrooms: ClassroomsService,
): void {
  const { write, flush } = live;
  const engineCapacity = engineCapacityOf(env.media);
  const tokens = createMediaTokensService({ server: media.server, rooms, clock, engineCapacity });
  const guests = createGuestEntranceService({
    rooms,
    write,
    life: roomLife,
    participations: tickets.participations,
    limiter,
    clock,
  });
  domainEvents.consume('guest-entrance', guests.consumer);
  const joining = createJoinService({
    rooms,
    write,
    users,
    life: roomLife,
    participations: tickets.participations,
    guests,
    classrooms,
    clock,
    engineCapacity,
    hasMedia: media.server !== null,
    media: tokens,
  });
  mediaRoutes(app, tokens);
  if (media.server) mediaWebhooksRoutes(app, { server: media.server, follow: roomLife.followMedia, write });
  roomsRoutes(app, {
    joining,
    guests,
    consent: createRecordingConsentService({ rooms, write, clock, followMedia: roomLife.followMedia }),
    presence: createPresenceService({ rooms, write, clock, followMedia: roomLife.followMedia }),
    moderation,
    records: createRoomRecordsService({ rooms, records: createRoomRecordsRepository(db), clock }),
  });
  liveFramesRoutes(
    app,
    createLiveFramesService({ frames: createLiveFramesRepository(db), rooms, write, limiter, clock }),
  );
  missedRoutes(app, createMissedService({ missed: createMissedRepository(db), rooms, clock }));
  groupsRoutes(app, createGroupsService({ rooms, write, life: roomLife, clock, hasMedia: media.server !== null }));
  pollsRoutes(app, createPollsService({ polls: createPollsRepository(db), rooms, write, clock }));
  summaryRoutes(app, createSummaryService({ summaries: createSummaryRepository(db), rooms }));
  realtimeRoutes(
    app,
    createRealtimeService({
      db,
      endsOfJoined: joining.endsOfJoined,
      documentsOf: ({ id, sessionId }) => [changedPerson(id), changedSession(id, sessionId)],
      tokens: env.realtime && createRealtimeTokens(env.realtime),
      flush,
      clock,
    }),
  );
}
