import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db, Pool } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { JobHandlers } from '../../platform/jobs/jobs';
import { createMicroCache } from '../../platform/micro-cache';
import type { Limiter } from '../../platform/security/limiter';
import type { Storage } from '../../platform/storage/storage';
import type { CategoriesService } from '../categories/categories.service';
import type { PayoutsService } from '../payouts/payouts.service';
import type { UsersService } from '../users/users.service';
import type { ArchiveRow } from './archive-row';
import { createArchivesRepository } from './archives.repository';
import { archiveEditingRoutes, archivesRoutes } from './archives.routes';
import { type ArchivesService, createArchivesService } from './archives.service';
import { createEditingRepository } from './editing/editing.repository';
import { createEditingService, type EditingService } from './editing/editing.service';
import { createMediaFilesRepository } from './playback/media-files.repository';
import { mediaFilesRoutes } from './playback/media-files.routes';
import { createMediaFilesService, type MediaFilesService } from './playback/media-files.service';
import { createMediaUrls } from './playback/media-urls';
import { createWatchingRepository } from './playback/watching.repository';
import { createWatchingService } from './playback/watching.service';
import { createRankingRepository } from './ranking/ranking.repository';
import { createArchiveReportsRepository } from './reports/archive-reports.repository';
import { createArchiveReportsService } from './reports/archive-reports.service';
import { createReviewService } from './review/review.service';

interface ArchiveDeps {
  db: Db;
  pool: Pool;
  env: Pick<Env, 'sessionSecret' | 'microCacheMs'>;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  write: Write;
  storage: Storage;
  categories: CategoriesService;
  payouts: Pick<PayoutsService, 'isReady'>;
}

/** The background work of archives. */
export interface ArchiveWork {
  jobHandlers: Pick<JobHandlers, 'publish-archives' | 'rank-archives'>;
  housekeeping: HousekeepingTask[];
}

/** Registers archives: lists, playback, editing, recommendations. */
export function addArchiveModules(
  app: FastifyInstance,
  { db, pool, env, clock, limiter, users, write, storage, categories, payouts }: ArchiveDeps,
): ArchiveWork & { archives: ArchivesService; editing: EditingService; mediaFiles: MediaFilesService } {
  const mediaUrls = createMediaUrls({ secret: env.sessionSecret, clock });
  const publicPages = createMicroCache<ArchiveRow[]>({ ttlMs: env.microCacheMs });
  app.routeTools.microCache.onClear(publicPages.clear);
  const archives = createArchivesService({
    archives: createArchivesRepository(pool),
    users,
    categories,
    mediaUrls,
    clock,
    publicPages,
  });
  const watching = createWatchingService({ watching: createWatchingRepository(db), clock });
  const editing = createEditingService({
    editing: createEditingRepository(db),
    archives,
    payouts,
    storage,
    write,
    clock,
    onTrouble: (err) => app.log.warn({ err }, 'files of an archive could not be removed'),
  });
  const review = createReviewService({ archives, write, clock });
  const reports = createArchiveReportsService({
    reports: createArchiveReportsRepository(db),
    archives,
    limiter,
    clock,
  });
  archivesRoutes(app, archives, watching, reports);
  archiveEditingRoutes(app, archives, editing, review);
  const mediaFiles = createMediaFilesService({ files: createMediaFilesRepository(pool), storage, mediaUrls });
  mediaFilesRoutes(app, mediaFiles);
  return {
    archives,
    editing,
    mediaFiles,
    jobHandlers: { 'publish-archives': review.publishDue, 'rank-archives': createRankingRepository(db).rank },
    housekeeping: [editing.removeOrphans, watching.removeStale],
  };
}
