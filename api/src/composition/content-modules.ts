import type { FastifyInstance } from 'fastify';

import { createMemoryLimiter } from '../access/memory-limiter';
import type { Env } from '../env';
import { addArchiveModules, type ArchiveWork } from '../modules/archives/module';
import { createCategoriesRepository } from '../modules/categories/categories.repository';
import { categoriesRoutes } from '../modules/categories/categories.routes';
import { createCategoriesService } from '../modules/categories/categories.service';
import { createClassroomCommentsRepository } from '../modules/classroom-comments/classroom-comments.repository';
import { classroomCommentsRoutes } from '../modules/classroom-comments/classroom-comments.routes';
import {
  type ClassroomCommentsService,
  createClassroomCommentsService,
} from '../modules/classroom-comments/classroom-comments.service';
import { createBoardRepository } from '../modules/classrooms/board/board.repository';
import { boardRoutes } from '../modules/classrooms/board/board.routes';
import { type BoardService, createBoardService } from '../modules/classrooms/board/board.service';
import { addMaterials } from '../modules/classrooms/materials/module';
import { addClassrooms } from '../modules/classrooms/module';
import { createPinsService } from '../modules/classrooms/questions/pins.service';
import { createQuestionsRepository } from '../modules/classrooms/questions/questions.repository';
import { questionsRoutes } from '../modules/classrooms/questions/questions.routes';
import { createQuestionsService, type QuestionsService } from '../modules/classrooms/questions/questions.service';
import { addRooms } from '../modules/classrooms/room/module';
import { addEventModules } from '../modules/events/module';
import { createHostFiguresRepository } from '../modules/host-figures/host-figures.repository';
import { hostFiguresRoutes } from '../modules/host-figures/host-figures.routes';
import { createHostFiguresService } from '../modules/host-figures/host-figures.service';
import type { MailsService } from '../modules/mails/mails.service';
import { changedPerson } from '../modules/notifications/person-documents';
import { classroomCalendarRoutes, seriesCalendarRoutes } from '../modules/participations/calendar/calendar.routes';
import { seriesPaymentsRoutes } from '../modules/payments/payments.routes';
import type { ProfessionalsService } from '../modules/professionals/professionals.service';
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
import { addSeries } from '../modules/series/module';
import { createSeriesTicketsService } from '../modules/series/series-tickets.service';
import type { SeriesService } from '../modules/series/series.service';
import { changedSession } from '../modules/sessions/session-documents';
import { sharePicturesRoutes } from '../modules/share-pictures/share-pictures.routes';
import { createSharePicturesService } from '../modules/share-pictures/share-pictures.service';
import { addTeams, createSeriesTeam } from '../modules/teams/module';
import type { TicketModules } from './ticket-modules';

/** Cache time of the category list, in milliseconds: it changes a few times a year. */
const CATEGORIES_CACHE_MS = 10_000;

type ArchiveDeps = Parameters<typeof addArchiveModules>[1];
type EventDeps = Parameters<typeof addEventModules>[1];
type RoomDeps = Parameters<typeof addRooms>[1];

interface ContentDeps
  extends
    Omit<ArchiveDeps, 'env' | 'categories' | 'payouts'>,
    Omit<RoomDeps, 'env' | 'classrooms' | 'participations' | 'seriesTeam'>,
    Pick<EventDeps, 'uploads' | 'payouts'> {
  env: Env;
  mails: MailsService;
  professionals: ProfessionalsService;
  tickets: TicketModules;
  /** Resolves once all earlier commits have reached the live documents, or after that many milliseconds. */
  flush: (atMostMs: number) => Promise<void>;
}

interface ContentModules {
  boards: BoardService;
  comments: ClassroomCommentsService;
  questions: QuestionsService;
  ratings: RatingsService;
  series: SeriesService;
  /** The background work of archives. */
  archives: ArchiveWork;
}

/** Registers classrooms and what belongs to them, archives, events and search. */
export function addContentModules(app: FastifyInstance, { tickets, ...deps }: ContentDeps): ContentModules {
  const { db, pool, env, clock, rooms, write } = deps;
  const { events, eventTeam, participations, eventLife } = tickets;
  const categories = createCategoriesService({
    categories: createCategoriesRepository(db),
    cacheMs: env.microCacheMs && CATEGORIES_CACHE_MS,
  });
  categoriesRoutes(app, categories);
  const { classrooms, reservations } = addClassrooms(app, { ...deps, categories });
  classroomCalendarRoutes(app, tickets.calendar, classrooms);
  const seriesTeam = createSeriesTeam(deps);
  const series = addSeries(app, { ...deps, categories, classrooms, reservations, seriesTeam });
  const seriesTickets = createSeriesTicketsService({ db, seriesService: series, clock });
  seriesPaymentsRoutes(app, tickets.createSeriesCheckout(seriesTickets));
  seriesCalendarRoutes(app, tickets.calendar, series);
  const pins = createPinsService({ rooms, write, clock });
  const work = { ...deps, categories, classrooms, pins, events, eventTeam, seriesTeam, participations, eventLife };
  const comments = createClassroomCommentsService({ ...work, comments: createClassroomCommentsRepository(db) });
  classroomCommentsRoutes(app, comments);
  const questions = createQuestionsService({ ...work, questions: createQuestionsRepository(db) });
  questionsRoutes(app, questions, pins);
  const { endsOfJoined } = addRooms(app, work);
  realtimeRoutes(
    app,
    createRealtimeService({
      ...deps,
      endsOfJoined,
      documentsOf: ({ id, sessionId }) => [changedPerson(id), changedSession(id, sessionId)],
      tokens: env.realtime && createRealtimeTokens(env.realtime),
    }),
  );
  const { archives, editing, mediaFiles, jobHandlers, housekeeping } = addArchiveModules(app, work);
  const materials = addMaterials(app, { ...work, archives });
  const boards = createBoardService({ ...work, boards: createBoardRepository(db), materials });
  boardRoutes(app, boards);
  const recorded = addRecordingModules(app, { ...work, archives, editing });
  addEventModules(app, work);
  const teams = addTeams(app, work);

  const subjects = { ...work, series, archives, mediaFiles };
  const { searchesPerMinute: readsPerMinute, visitorSearchesPerMinute: visitorReadsPerMinute } = env.rateLimits;
  searchRoutes(
    app,
    createSearchService({
      ...subjects,
      entries: createSearchRepository(pool),
      limiter: createMemoryLimiter({ readsPerMinute, visitorReadsPerMinute }),
    }),
  );
  sharePicturesRoutes(app, createSharePicturesService({ ...subjects, communicateMinAge: env.communicateMinAge }));
  const ratings = createRatingsService({ ...subjects, ratings: createRatingsRepository(db) });
  ratingsRoutes(app, ratings);
  hostFiguresRoutes(app, createHostFiguresService({ figures: createHostFiguresRepository(pool), clock }));
  return {
    boards,
    comments,
    questions,
    ratings,
    series,
    archives: { jobHandlers, housekeeping: [...housekeeping, ...recorded.housekeeping, ...teams.housekeeping] },
  };
}
