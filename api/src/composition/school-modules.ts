import { tidyCode } from '@manabiba/shared/contract/school-codes';
import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { failuresAnywhere, nameOfPupil } from '../modules/auth/digest';
import { createPasswords } from '../modules/auth/passwords';
import { createPupilsService } from '../modules/schools/pupils.service';
import { createSchoolsRepository } from '../modules/schools/schools.repository';
import { pupilsRoutes, schoolsRoutes } from '../modules/schools/schools.routes';
import { createSchoolsService, type LogAction } from '../modules/schools/schools.service';
import type { SessionsService } from '../modules/sessions/sessions.service';
import type { UsersService } from '../modules/users/users.service';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Limiter } from '../platform/security/limiter';

interface SchoolDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  users: UsersService;
  sessions: SessionsService;
  /** Writes into the audit log. */
  log: LogAction;
}

/** Registers what the staff does for partner schools. */
export function addSchoolModules(app: FastifyInstance, deps: SchoolDeps): void {
  const { db, env, clock, limiter, users, sessions, log } = deps;
  const schools = createSchoolsRepository(db);
  schoolsRoutes(app, createSchoolsService({ db, schools, log, clock }), env.publicUrl);
  pupilsRoutes(
    app,
    createPupilsService({
      db,
      schools,
      users,
      sessions,
      passwords: createPasswords(),
      forgiveFailures: ({ schoolCode, studentCode }) =>
        limiter.reset(failuresAnywhere(nameOfPupil(tidyCode(schoolCode), studentCode))),
      log,
      clock,
    }),
  );
}
