import {
  createClassroomComment,
  deleteClassroomComment,
  listClassroomComments,
  reportClassroomComment,
  updateClassroomComment,
} from '@manabiba/shared/contract/classroom-comments';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../http/route';
import type { ClassroomCommentsService } from './classroom-comments.service';

export function classroomCommentsRoutes(app: FastifyInstance, comments: ClassroomCommentsService) {
  route(app, listClassroomComments, ({ params, query, viewer }) => comments.list(viewer, params.id, query));
  route(
    app,
    createClassroomComment,
    ({ params, body, viewer, intent }) => comments.create(viewer, params.id, { ...body, intent }),
    { knowsIntents: true },
  );
  route(app, reportClassroomComment, async ({ params, body, viewer }) => {
    const { isNew } = await comments.report(viewer, params.id, params.commentId, body);
    return withStatus(isNew ? 201 : 200, { ok: true as const });
  });
  route(app, updateClassroomComment, ({ params, body, viewer }) =>
    comments.edit(viewer, params.id, params.commentId, body),
  );
  route(app, deleteClassroomComment, ({ params, viewer }) => comments.delete(viewer, params.id, params.commentId));
}
