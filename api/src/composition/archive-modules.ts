import type { FastifyInstance } from 'fastify';

import type { ArchiveRow } from '../modules/archives/archive-row';
import { createArchivesRepository } from '../modules/archives/archives.repository';
import { archiveEditingRoutes, archivesRoutes } from '../modules/archives/archives.routes';
import { type ArchivesService, createArchivesService } from '../modules/archives/archives.service';
import { createEditingRepository } from '../modules/archives/editing/editing.repository';
import { createEditingService } from '../modules/archives/editing/editing.service';
import { createMediaFilesRepository } from '../modules/archives/playback/media-files.repository';
import { mediaFilesRoutes } from '../modules/archives/playback/media-files.routes';
import { createMediaFilesService, type MediaFilesService } from '../modules/archives/playback/media-files.service';
import { createMediaUrls } from '../modules/archives/playback/media-urls';
import { createWatchingRepository } from '../modules/archives/playback/watching.repository';
import { createWatchingService } from '../modules/archives/playback/watching.service';
import { createRankingRepository } from '../modules/archives/ranking/ranking.repository';
import { createArchiveReportsRepository } from '../modules/archives/reports/archive-reports.repository';
import { createArchiveReportsService } from '../modules/archives/reports/archive-reports.service';
import { createReviewService } from '../modules/archives/review/review.service';
import type { CategoriesService } from '../modules/categories/categories.service';
import { createLinesRepository } from '../modules/recordings/lines/lines.repository';
import { createLinesService } from '../modules/recordings/lines/lines.service';
import { createPartsService } from '../modules/recordings/parts.service';
import { recordingsRoutes } from '../modules/recordings/recordings.routes';
import { createUtterancesService } from '../modules/recordings/utterances/utterances.service';
import type { HousekeepingTask } from '../platform/jobs/housekeeping';
import type { JobHandlers } from '../platform/jobs/jobs';
import { createMicroCache } from '../platform/micro-cache';
import type { ContentDeps } from './content-deps';

/** The background work of archives. */
export interface ArchiveWork {
  jobHandlers: Pick<JobHandlers, 'publish-archives' | 'rank-archives'>;
  housekeeping: HousekeepingTask[];
}

/** Registers archives: lists, playback, editing, recommendations. */
export function addArchiveModules(
  app: FastifyInstance,
  { db, pool, env, clock, limiter, users, live, storage }: ContentDeps,
  categories: CategoriesService,
): ArchiveWork & { archives: ArchivesService; mediaFiles: MediaFilesService } {
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
    storage,
    write: live.write,
    clock,
    onTrouble: (err) => app.log.warn({ err }, 'files of an archive could not be removed'),
  });
  const review = createReviewService({ archives, write: live.write, clock });
  const reports = createArchiveReportsService({
    reports: createArchiveReportsRepository(db),
    archives,
    limiter,
    clock,
  });
  archivesRoutes(app, archives, watching, reports);
  archiveEditingRoutes(app, archives, editing, review);
  const onTrouble = (err: unknown) => app.log.warn({ err }, 'captions of an archive could not be removed');
  const lines = createLinesService({ lines: createLinesRepository(db), archives, limiter, clock });
  const parts = createPartsService({ archives, editing, storage, write: live.write, clock, onTrouble });
  const utterances = createUtterancesService({ archives, storage, write: live.write, clock, onTrouble });
  recordingsRoutes(app, parts, utterances, lines);
  const mediaFiles = createMediaFilesService({ files: createMediaFilesRepository(pool), storage, mediaUrls });
  mediaFilesRoutes(app, mediaFiles);
  return {
    archives,
    mediaFiles,
    jobHandlers: { 'publish-archives': review.publishDue, 'rank-archives': createRankingRepository(db).rank },
    housekeeping: [editing.removeOrphans, watching.removeStale, lines.removeOld],
  };
}
