import type { EventRight, SeriesRight } from '@manabiba/shared/contract/team-rights';
import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Write } from '../../platform/database/transaction';
import type { HousekeepingTask } from '../../platform/jobs/housekeeping';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import type { UsersService } from '../users/users.service';
import { createTeamAuthorityService, type TeamAuthorityService } from './team-authority.service';
import { createTeamInvitationsService } from './team-invitations.service';
import { eventKind, seriesKind, type TeamKind, type TeamRight } from './team-kinds';
import { createTeamLogRepository } from './team-log.repository';
import { createTeamLogService, type TeamLogService } from './team-log.service';
import { createTeamMembersRepository, type TeamMembersRepository } from './team-members.repository';
import { createTeamMembersService } from './team-members.service';
import { eventTeamRoutes, seriesTeamRoutes, teamInvitationsRoutes } from './teams.routes';

interface TeamOf<Right extends string> {
  kind: TeamKind<Right>;
  members: TeamMembersRepository;
  authority: TeamAuthorityService<Right>;
  log: TeamLogService;
}
export type EventTeam = TeamOf<EventRight>;
export type SeriesTeam = TeamOf<SeriesRight>;

interface TeamBasics {
  db: Db;
  clock: Clock;
}

/** Creates what decides and records the acts on events. */
export const createEventTeam = (deps: TeamBasics): EventTeam => createTeam(eventKind, deps);

/** Creates what decides and records the acts on series. */
export const createSeriesTeam = (deps: TeamBasics): SeriesTeam => createTeam(seriesKind, deps);

function createTeam<Right extends string>(
  kind: TeamKind<Right | TeamRight>,
  { db, clock }: TeamBasics,
): TeamOf<Right | TeamRight> {
  const members = createTeamMembersRepository(db, kind);
  const authority = createTeamAuthorityService({ db, kind, members });
  const log = createTeamLogService({ acts: createTeamLogRepository(db, kind), authority, clock });
  return { kind, members, authority, log };
}

interface TeamDeps extends TeamBasics {
  env: Pick<Env, 'sessionSecret'>;
  write: Write;
  limiter: Limiter;
  mails: MailsService;
  users: UsersService;
  eventTeam: EventTeam;
  seriesTeam: SeriesTeam;
}

/** Registers the teams of events and series: their members, invitations and logs. */
export function addTeams(
  app: FastifyInstance,
  { env, eventTeam, seriesTeam, ...deps }: TeamDeps,
): { housekeeping: HousekeepingTask[] } {
  const event = { ...eventTeam, team: createTeamMembersService({ ...deps, ...eventTeam }) };
  const series = { ...seriesTeam, team: createTeamMembersService({ ...deps, ...seriesTeam }) };
  const { sessionSecret } = env;
  const invitations = createTeamInvitationsService({ ...deps, teams: { event, series }, sessionSecret });
  eventTeamRoutes(app, { ...event, invitations });
  seriesTeamRoutes(app, { ...series, invitations });
  teamInvitationsRoutes(app, invitations);
  return { housekeeping: [invitations.deleteExpired] };
}
