import {
  inviteTeamMember,
  listTeam,
  listTeamLog,
  removeTeamMember,
  updateTeamMember,
} from '@manabiba/shared/contract/event-team';
import {
  inviteSeriesMember,
  listSeriesLog,
  listSeriesTeam,
  removeSeriesMember,
  updateSeriesMember,
} from '@manabiba/shared/contract/series-team';
import { acceptTeamInvitation, declineTeamInvitation, getTeamInvitation } from '@manabiba/shared/contract/teams';
import type { FastifyInstance } from 'fastify';

import { route } from '../../http/route';
import type { TeamInvitationsService } from './team-invitations.service';
import type { TeamLogService } from './team-log.service';
import type { TeamMembersService } from './team-members.service';

interface TeamRoutes {
  team: TeamMembersService;
  log: TeamLogService;
  invitations: TeamInvitationsService;
}

export function eventTeamRoutes(app: FastifyInstance, { team, log, invitations }: TeamRoutes) {
  route(app, listTeam, ({ params, viewer }) => team.list(viewer, params.id));
  route(app, inviteTeamMember, ({ params, body, viewer }) =>
    invitations.invite(viewer, { kind: 'event', ...params, ...body }),
  );
  route(app, updateTeamMember, ({ params, body, viewer }) => team.setRoles(viewer, params, body.roles));
  route(app, removeTeamMember, ({ params, viewer }) => team.remove(viewer, params));
  route(app, listTeamLog, ({ params, query, viewer }) => log.list(viewer, params.id, query));
}

export function seriesTeamRoutes(app: FastifyInstance, { team, log, invitations }: TeamRoutes) {
  route(app, listSeriesTeam, ({ params, viewer }) => team.list(viewer, params.id));
  route(app, inviteSeriesMember, ({ params, body, viewer }) =>
    invitations.invite(viewer, { kind: 'series', ...params, ...body }),
  );
  route(app, updateSeriesMember, ({ params, body, viewer }) => team.setRoles(viewer, params, body.roles));
  route(app, removeSeriesMember, ({ params, viewer }) => team.remove(viewer, params));
  route(app, listSeriesLog, ({ params, query, viewer }) => log.list(viewer, params.id, query));
}

export function teamInvitationsRoutes(app: FastifyInstance, invitations: TeamInvitationsService) {
  route(app, getTeamInvitation, ({ params }) => invitations.show(params.token));
  route(app, acceptTeamInvitation, ({ params, viewer }) => invitations.accept(viewer, params.token));
  route(app, declineTeamInvitation, ({ params }) => invitations.decline(params.token));
}
