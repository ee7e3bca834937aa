import {
  deleteArchive,
  deleteArchiveCaptions,
  listMyArchives,
  publishArchive,
  putArchiveCaptions,
  updateArchive,
} from '@manabiba/shared/contract/archive-editing';
import {
  getArchive,
  listArchiveRecommends,
  listArchives,
  listCategoryArchives,
  listContinuedArchives,
  listEventArchives,
  listUserArchives,
  reportArchive,
  watchArchive,
} from '@manabiba/shared/contract/archives';
import { MAX_CAPTIONS_LENGTH } from '@manabiba/shared/contract/limits';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { ArchivesService } from './archives.service';
import type { EditingService } from './editing/editing.service';
import type { WatchingService } from './playback/watching.service';
import type { ArchiveReportsService } from './reports/archive-reports.service';
import type { ReviewService } from './review/review.service';

/** A file of captions in JSON: three bytes a character, some of them escaped. */
const MAX_CAPTIONS_BYTES = 4 * MAX_CAPTIONS_LENGTH;

export function archivesRoutes(
  app: FastifyInstance,
  archives: ArchivesService,
  watching: WatchingService,
  reports: ArchiveReportsService,
) {
  const shared = { microCache: true };
  route(app, listArchives, ({ query, viewer }) => archives.list(viewer, query), shared);
  route(app, listEventArchives, ({ query, viewer }) => archives.listOfEvents(viewer, query), shared);
  route(
    app,
    listCategoryArchives,
    ({ params, query, viewer }) => archives.listOfCategory(viewer, params.id, query),
    shared,
  );
  route(app, listUserArchives, ({ params, query, viewer }) => archives.listOfUser(viewer, params.id, query), shared);
  route(
    app,
    listArchiveRecommends,
    ({ params, query, viewer }) => archives.recommends(viewer, params.id, query.limit),
    shared,
  );
  route(app, getArchive, ({ params, viewer }) => archives.get(viewer, params.id));
  route(app, listContinuedArchives, ({ query, viewer }) => archives.listContinued(viewer, query.limit));
  route(app, watchArchive, ({ params, body, viewer }) => watching.watch(viewer, params.id, body));
  route(app, reportArchive, ({ params, body, viewer }) => reports.report(viewer, params.id, body));
}

export function archiveEditingRoutes(
  app: FastifyInstance,
  archives: ArchivesService,
  editing: EditingService,
  review: ReviewService,
) {
  route(app, listMyArchives, ({ query, viewer }) => archives.listOwn(viewer, query));
  route(app, updateArchive, ({ params, body, viewer }) => editing.update(viewer, params.id, body));
  route(app, putArchiveCaptions, ({ params, body, viewer }) => editing.putCaptions(viewer, params.id, body), {
    maxBodyBytes: MAX_CAPTIONS_BYTES,
  });
  route(app, deleteArchiveCaptions, ({ params, viewer }) => editing.deleteCaptions(viewer, params.id));
  route(app, publishArchive, ({ params, viewer }) => review.publishNow(viewer, params.id));
  route(app, deleteArchive, ({ params, viewer }) => editing.delete(viewer, params.id));
}
