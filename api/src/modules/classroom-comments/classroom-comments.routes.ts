import type { FastifyInstance } from 'fastify';
import { createClassroomComment, deleteClassroomComment, listClassroomComments } from '@manabiba/shared/contract/classroom-comments';
import { route } from '../../http/route';
import type { ClassroomCommentsService } from './classroom-comments.service';

export function classroomCommentsRoutes(app: FastifyInstance, comments: ClassroomCommentsService) {
  route(app, listClassroomComments, ({ params, query, viewer }) => comments.list(viewer, params.id, query));
  route(app, createClassroomComment, ({ params, body, viewer }) => comments.create(viewer, params.id, body));
  route(app, deleteClassroomComment, ({ params, viewer }) => comments.delete(viewer, params.id, params.commentId));
}
