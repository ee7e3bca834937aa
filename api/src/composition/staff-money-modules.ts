import type { FastifyInstance } from 'fastify';

import type { Env } from '../env';
import { createSeatProofRepository } from '../modules/participations/seat-proof/seat-proof.repository';
import { createSeatProofService } from '../modules/participations/seat-proof/seat-proof.service';
import { createLedgerRepository } from '../modules/payments/ledger/ledger.repository';
import { compareLedger } from '../modules/payments/ledger/ledger.service';
import { createPaymentsRepository } from '../modules/payments/payments.repository';
import { createRefundsAdminRepository } from '../modules/payments/refunds-admin.repository';
import { createRefundsAdminService } from '../modules/payments/refunds-admin.service';
import { createRefundsService } from '../modules/payments/refunds.service';
import { createMoneyChecksService } from '../modules/staff/money/money-checks.service';
import { createRefundsStaffService } from '../modules/staff/money/refunds-staff.service';
import { moneyChecksRoutes, staffMoneyRoutes, staffPlansRoutes } from '../modules/staff/money/staff-money.routes';
import { createStaffMoneyService } from '../modules/staff/money/staff-money.service';
import { createStaffPayoutsRepository } from '../modules/staff/money/staff-payouts.repository';
import { createStaffPlansService } from '../modules/staff/money/staff-plans.service';
import { createPlansStaffService } from '../modules/staff/plans-staff.service';
import type { StaffRepository } from '../modules/staff/staff.repository';
import { createPlansAdminService } from '../modules/subscriptions/plans/plans-admin.service';
import { createPlansRepository } from '../modules/subscriptions/plans/plans.repository';
import { createSubscriptionsRepository } from '../modules/subscriptions/subscriptions.repository';
import { createTrialsRepository } from '../modules/subscriptions/trials.repository';
import type { Clock } from '../platform/clock';
import type { Db } from '../platform/database/db';
import type { Jobs } from '../platform/jobs/jobs';
import { createStripeClient } from '../platform/stripe/stripe-client';

interface StaffMoneyDeps {
  db: Db;
  env: Env;
  clock: Clock;
  jobs: Jobs;
}

/** Registers what the staff does about money. */
export function addStaffMoneyModules(app: FastifyInstance, deps: StaffMoneyDeps, staff: StaffRepository): void {
  addChecks(app, deps, staff);
  addPlans(app, deps, staff);
  const { db, clock, jobs } = deps;
  const payments = createPaymentsRepository(db);
  const refunds = createRefundsStaffService({
    db,
    staff,
    refunds: createRefundsAdminService({
      payments,
      admin: createRefundsAdminRepository(db),
      refunds: createRefundsService({ payments, jobs, clock }),
      clock,
    }),
    clock,
  });
  staffMoneyRoutes(app, createStaffMoneyService({ refunds, payouts: createStaffPayoutsRepository(db) }));
}

function addChecks(app: FastifyInstance, { db, env, clock }: StaffMoneyDeps, { log }: StaffRepository): void {
  const stripe = env.payments && createStripeClient(env.payments);
  const ledger = createLedgerRepository(db);
  moneyChecksRoutes(
    app,
    createMoneyChecksService({
      db,
      compareLedger: stripe && (() => compareLedger(ledger, stripe)),
      seats: createSeatProofService({ db, proofs: createSeatProofRepository(db), clock }),
      log,
      clock,
    }),
  );
}

function addPlans(app: FastifyInstance, { db, clock, jobs }: StaffMoneyDeps, staff: StaffRepository): void {
  const admin = createPlansAdminService({
    plans: createPlansRepository(db),
    trials: createTrialsRepository(db),
    subscriptions: createSubscriptionsRepository(db),
    clock,
  });
  staffPlansRoutes(
    app,
    createStaffPlansService({ plans: createPlansStaffService({ db, clock, jobs, staff, admin }), clock }),
  );
}
