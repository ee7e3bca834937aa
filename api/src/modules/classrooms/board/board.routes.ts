import {
  clearClassroomBoard,
  drawOnBoard,
  getClassroomBoard,
  reportClassroomBoard,
  restoreClassroomBoard,
  saveBoardPicture,
  updateClassroomBoard,
} from '@manabiba/shared/contract/classroom-board';
import { MAX_BOARD_CALL_BYTES, MAX_BOARD_PICTURE_LENGTH } from '@manabiba/shared/contract/limits';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../../http/route';
import type { BoardService } from './board.service';

export function boardRoutes(app: FastifyInstance, board: BoardService) {
  route(app, getClassroomBoard, ({ params, viewer }) => board.get(viewer, params.id));
  route(app, updateClassroomBoard, ({ params, body, viewer }) => board.update(viewer, params.id, body));
  route(app, drawOnBoard, ({ params, body, viewer }) => board.draw(viewer, params.id, body), {
    isFrequent: true,
    maxBodyBytes: MAX_BOARD_CALL_BYTES,
  });
  route(app, clearClassroomBoard, ({ params, body, viewer }) => board.clear(viewer, params.id, body.epoch));
  route(app, restoreClassroomBoard, ({ params, viewer }) => board.restore(viewer, params.id));
  route(
    app,
    saveBoardPicture,
    async ({ params, body, viewer }) => {
      await board.savePicture(viewer, params.id, body.image);
      return { ok: true as const };
    },
    // Written by two transactions with the file between them.
    { knowsIntents: true, maxBodyBytes: MAX_BOARD_PICTURE_LENGTH + 1000 },
  );
  route(app, reportClassroomBoard, async ({ params, body, viewer }) => {
    const { isNew } = await board.report(viewer, params.id, body);
    return withStatus(isNew ? 201 : 200, { ok: true as const });
  });
}
