import {
  composeArchive,
  cutArchive,
  deleteCaptionsDraft,
  getCaptionsDraft,
  getMyPart,
  takeMyPartOut,
  takeUtterancesOut,
} from '@manabiba/shared/contract/archive-editing';
import { addCaptionLine } from '@manabiba/shared/contract/rooms';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { LinesService } from './lines/lines.service';
import type { PartsService } from './parts.service';
import type { UtterancesService } from './utterances/utterances.service';

export function recordingsRoutes(
  app: FastifyInstance,
  parts: PartsService,
  utterances: UtterancesService,
  lines: LinesService,
) {
  route(app, cutArchive, ({ params, body, viewer }) => parts.cut(viewer, params.id, body));
  route(app, composeArchive, ({ params, viewer }) => parts.compose(viewer, params.id));
  route(app, takeMyPartOut, ({ params, viewer }) => parts.takeMyPartOut(viewer, params.id));
  route(app, getMyPart, ({ params, viewer }) => utterances.list(viewer, params.id));
  route(app, takeUtterancesOut, ({ params, body, viewer }) =>
    body.utteranceIds
      ? utterances.takeOut(viewer, params.id, body.utteranceIds)
      : parts.takeMyPartOut(viewer, params.id),
  );
  route(app, addCaptionLine, ({ params, body, viewer }) => lines.add(viewer, params.id, body));
  route(app, getCaptionsDraft, ({ params, viewer }) => lines.draft(viewer, params.id));
  route(app, deleteCaptionsDraft, ({ params, viewer }) => lines.discard(viewer, params.id));
}
