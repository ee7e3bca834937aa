import { decideRole, listRoleProposals, proposeRole } from '@manabiba/shared/contract/staff-roles';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { StaffRolesService } from './staff-roles.service';

export function staffRolesRoutes(app: FastifyInstance, roles: StaffRolesService): void {
  route(app, listRoleProposals, () => roles.list());
  route(app, proposeRole, ({ params, body, viewer }) => roles.propose(viewer, params.userId, body.change, body.reason));
  route(app, decideRole, ({ params, body, viewer }) => roles.decide(viewer, params.id, body.decision));
}
