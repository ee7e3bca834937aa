import type { FastifyInstance } from 'fastify';

import type { Env } from '../../env';
import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Jobs } from '../../platform/jobs/jobs';
import type { UsersService } from '../users/users.service';
import { createEarningsRepository } from './earnings.repository';
import { createEarningsService } from './earnings.service';
import { createPayoutProvider } from './payout-provider';
import { createPayoutsRepository } from './payouts.repository';
import { payoutsRoutes } from './payouts.routes';
import { createPayoutsService, type PayoutsService } from './payouts.service';

interface PayoutDeps {
  db: Db;
  env: Env;
  clock: Clock;
  users: UsersService;
  jobs: Jobs;
}

/** Registers organizers' money: their account at the payment provider, their balance and their payouts. */
export function addPayoutModules(app: FastifyInstance, { db, env, clock, users, jobs }: PayoutDeps): PayoutsService {
  const payouts = createPayoutsService({
    db,
    payouts: createPayoutsRepository(db),
    provider: env.payments && createPayoutProvider(env.payments),
    users,
    jobs,
    clock,
    publicUrl: env.publicUrl,
  });
  payoutsRoutes(app, { payouts, earnings: createEarningsService({ earnings: createEarningsRepository(db), clock }) });
  return payouts;
}
