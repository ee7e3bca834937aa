import type { FastifyInstance } from 'fastify';

import type { Env } from '../../../env';
import type { Clock } from '../../../platform/clock';
import type { Db } from '../../../platform/database/db';
import type { Limiter } from '../../../platform/security/limiter';
import type { MailsService } from '../../mails/mails.service';
import type { SessionsService } from '../../sessions/sessions.service';
import type { OwnerCheckService } from '../owner-check.service';
import { createSecondFactorCheckService } from './second-factor-check.service';
import { createSecondFactorRecordsService, type SecondFactorRecordsService } from './second-factor-records.service';
import { createSecondFactorRepository } from './second-factor.repository';
import { secondFactorRoutes } from './second-factor.routes';
import { createSecondFactorService, type LogStaffAction } from './second-factor.service';

interface CheckDeps {
  db: Db;
  env: Env;
  clock: Clock;
  limiter: Limiter;
  mails: MailsService;
}

interface SecondFactorDeps extends CheckDeps {
  sessions: SessionsService;
  owners: OwnerCheckService;
  log: LogStaffAction;
}

/** Creates the services that check codes, at sign-in and for the staff. */
export const createSecondFactorCheck = ({ db, env, ...deps }: CheckDeps) =>
  createSecondFactorCheckService({ ...deps, factors: createSecondFactorRepository(db), secret: env.sessionSecret });

/** Creates what ends the second factor of an account for other reasons than its user's wish. */
export const createSecondFactorRecords = ({ db, mails }: Pick<CheckDeps, 'db' | 'mails'>): SecondFactorRecordsService =>
  createSecondFactorRecordsService({ factors: createSecondFactorRepository(db), mails });

/** Registers the second factor of accounts. */
export function addSecondFactor(app: FastifyInstance, deps: SecondFactorDeps) {
  const { db, env } = deps;
  const secondFactorCheck = createSecondFactorCheck(deps);
  secondFactorRoutes(
    app,
    createSecondFactorService({
      ...deps,
      factors: createSecondFactorRepository(db),
      check: secondFactorCheck,
      secret: env.sessionSecret,
      isRequiredOfStaff: env.staff.isSecondFactorRequired,
    }),
  );
  return { secondFactors: createSecondFactorRecords(deps), secondFactorCheck };
}
