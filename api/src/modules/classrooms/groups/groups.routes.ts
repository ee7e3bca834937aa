import { messageGroups, moveToGroup, recallGroups, splitClassroom } from '@manabiba/shared/contract/classroom-groups';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { GroupsService } from './groups.service';

export function groupsRoutes(app: FastifyInstance, groups: GroupsService) {
  route(app, splitClassroom, ({ params, body, viewer }) => groups.split(viewer, params.id, body));
  route(app, moveToGroup, ({ params, body, viewer }) =>
    groups.move(viewer, { classroomId: params.id, userId: params.userId }, body.groupId),
  );
  route(app, recallGroups, ({ params, body, viewer }) => groups.recall(viewer, params.id, body.seconds));
  route(app, messageGroups, ({ params, body, viewer }) => groups.message(viewer, params.id, body.body));
}
