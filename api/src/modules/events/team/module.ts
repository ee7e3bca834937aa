import type { FastifyInstance } from 'fastify';

import type { Env } from '../../../env';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import type { Write } from '../../../platform/database/transaction';
import type { HousekeepingTask } from '../../../platform/jobs/housekeeping';
import type { Limiter } from '../../../platform/security/limiter';
import type { MailsService } from '../../mails/mails.service';
import type { UsersService } from '../../users/users.service';
import { createEventAuthorityService, type EventAuthorityService } from './event-authority.service';
import { createEventMembersRepository, type EventMembersRepository } from './event-members.repository';
import { eventTeamRoutes } from './event-team.routes';
import { createTeamInvitationsService } from './team-invitations.service';
import { createTeamLogRepository } from './team-log.repository';
import { createTeamLogService, type TeamLogService } from './team-log.service';
import { createTeamMembersService } from './team-members.service';

export interface EventTeam {
  members: EventMembersRepository;
  authority: EventAuthorityService;
  log: TeamLogService;
}

/** Creates what decides and records the acts on events. */
export function createEventTeam({ db, clock }: { db: Db; clock: Clock }): EventTeam {
  const members = createEventMembersRepository(db);
  const authority = createEventAuthorityService({ db, members });
  return { members, authority, log: createTeamLogService({ acts: createTeamLogRepository(db), authority, clock }) };
}

export interface EventTeamDeps {
  db: Db;
  env: Pick<Env, 'sessionSecret'>;
  clock: Clock;
  write: Write;
  limiter: Limiter;
  mails: MailsService;
  users: UsersService;
  eventTeam: EventTeam;
}

/** Registers the teams of events: their members, invitations and logs. */
export function addEventTeam(
  app: FastifyInstance,
  { eventTeam, env, ...deps }: EventTeamDeps,
): { housekeeping: HousekeepingTask[] } {
  const team = createTeamMembersService({ ...deps, ...eventTeam });
  const { sessionSecret } = env;
  const invitations = createTeamInvitationsService({ ...deps, ...eventTeam, team, sessionSecret });
  eventTeamRoutes(app, { team, invitations, log: eventTeam.log });
  return { housekeeping: [invitations.deleteExpired] };
}
