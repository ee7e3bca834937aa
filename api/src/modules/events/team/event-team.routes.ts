import {
  acceptTeamInvitation,
  declineTeamInvitation,
  getTeamInvitation,
  inviteTeamMember,
  listTeam,
  listTeamLog,
  removeTeamMember,
  updateTeamMember,
} from '@manabiba/shared/contract/event-team';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { TeamInvitationsService } from './team-invitations.service';
import type { TeamLogService } from './team-log.service';
import type { TeamMembersService } from './team-members.service';

interface EventTeamRoutes {
  team: TeamMembersService;
  invitations: TeamInvitationsService;
  log: TeamLogService;
}

export function eventTeamRoutes(app: FastifyInstance, { team, invitations, log }: EventTeamRoutes) {
  route(app, listTeam, ({ params, viewer }) => team.list(viewer, params.id));
  route(app, inviteTeamMember, ({ params, body, viewer }) => invitations.invite(viewer, params.id, body));
  route(app, updateTeamMember, ({ params, body, viewer }) => team.setRoles(viewer, params, body.roles));
  route(app, removeTeamMember, ({ params, viewer }) => team.remove(viewer, params));
  route(app, listTeamLog, ({ params, query, viewer }) => log.list(viewer, params.id, query));
  route(app, getTeamInvitation, ({ params }) => invitations.show(params.token));
  route(app, acceptTeamInvitation, ({ params, viewer }) => invitations.accept(viewer, params.token));
  route(app, declineTeamInvitation, ({ params }) => invitations.decline(params.token));
}
