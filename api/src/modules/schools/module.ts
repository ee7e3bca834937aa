import type { FastifyInstance } from 'fastify';

import { DEVELOPMENT_SECRET_PREFIX, type Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import { createGuardedFetch } from '../../platform/security/guarded-fetch';
import type { Limiter } from '../../platform/security/limiter';
import { createPupilCredentials } from '../auth/module';
import type { RoomRightsService } from '../classrooms/room-life/room-rights.service';
import type { MailsService } from '../mails/mails.service';
import type { SessionsService } from '../sessions/sessions.service';
import type { UsersService } from '../users/users.service';
import { createPupilsService } from './pupils.service';
import { createSchoolsRepository, type SchoolsRepository } from './schools.repository';
import { pupilsRoutes, schoolsRoutes } from './schools.routes';
import { createSchoolsService, type LogAction } from './schools.service';
import { createSchoolPagesService } from './sso/school-pages.service';
import { createSchoolProvider } from './sso/school-provider';
import { schoolSignInRoutes } from './sso/school-sign-in.routes';
import { createSchoolSignInService } from './sso/school-sign-in.service';
import { createSsoTokensService } from './sso/sso-tokens.service';

/** How long the page of a school may take to answer a call, in milliseconds, and how long an answer may be. */
const PAGE_TIMEOUT_MS = 5000;
const MAX_PAGE_BYTES = 500_000;

interface SchoolDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  mails: MailsService;
  users: UsersService;
  sessions: SessionsService;
  roomRights: Pick<RoomRightsService, 'silencePupils'>;
  /** Writes into the audit log. */
  log: LogAction;
}

/** The page of this product to which sign-in pages of schools send pupils back. */
export const redirectUriOf = (publicUrl: string) => `${publicUrl}/signin`;

/** Registers what the staff does for partner schools, and signing in on their pages. */
export function addSchoolModules(app: FastifyInstance, deps: SchoolDeps): void {
  const { db, env, clock, limiter, mails, users, sessions, roomRights, log } = deps;
  const schools = createSchoolsRepository(db);
  const redirectUri = redirectUriOf(env.publicUrl);
  const { silencePupils } = roomRights;
  schoolsRoutes(app, createSchoolsService({ db, schools, log, clock, silencePupils, redirectUri }), env.publicUrl);
  addSignInPages(app, deps, schools, redirectUri);
  pupilsRoutes(
    app,
    createPupilsService({
      db,
      schools,
      users,
      sessions,
      ...createPupilCredentials({ db, clock, limiter, mails }),
      log,
      clock,
    }),
  );
}

/** Registers the way of pupils to the sign-in page of their school and back. */
function addSignInPages(
  app: FastifyInstance,
  { db, env, clock, limiter, users, log }: SchoolDeps,
  schools: SchoolsRepository,
  redirectUri: string,
): void {
  const { sessionSecret: secret, isProduction, rateLimits } = env;
  const fetch = createGuardedFetch({
    allowsPrivate: !isProduction,
    timeoutMs: PAGE_TIMEOUT_MS,
    maxBytes: MAX_PAGE_BYTES,
  });
  const provider = createSchoolProvider({ fetch, redirectUri, allowsHttp: !isProduction });
  const pages = createSchoolPagesService({
    db,
    schools,
    provider,
    log,
    clock,
    secret,
    isProduction,
    developmentPrefix: DEVELOPMENT_SECRET_PREFIX,
  });
  const signIn = createSchoolSignInService({
    pages,
    provider,
    users,
    tokens: createSsoTokensService({ secret, limiter, clock }),
    limiter,
    clock,
    secret,
    limits: rateLimits,
    onTrouble: (err) => app.log.warn({ err }, 'the sign-in page of a school failed'),
  });
  schoolSignInRoutes(app, { signIn, pages });
}
