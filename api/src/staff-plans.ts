import { createPlansStaffService, type PlansStaffService } from './modules/staff/plans-staff.service';
import { createStaffRepository } from './modules/staff/staff.repository';
import { StaffRefusal } from './modules/staff/staff.service';
import { createPlansRepository } from './modules/subscriptions/plans/plans.repository';
import { createPlansAdminService } from './modules/subscriptions/plans/plans-admin.service';
import { createSubscriptionsRepository } from './modules/subscriptions/subscriptions.repository';
import { createTrialsRepository } from './modules/subscriptions/trials.repository';
import type { Clock } from './platform/clock';
import type { Db } from './platform/database/db';
import type { Jobs } from './platform/jobs/jobs';

/** Usage text of the plan commands. */
export const planUsage = `npm run staff -- plans                          all plans
npm run staff -- plan-off PLAN                  nobody new can take it; whoever has it keeps it
npm run staff -- plan-on PLAN
npm run staff -- coupons                        all coupons, and how often they were used
npm run staff -- coupon CODE DAYS USES UNTIL [PLAN]
                                               a coupon for a longer trial; UNTIL is its last day, as 2026-12-31
npm run staff -- void-invoice PERSON "reason"   nobody has to pay what is open for the plan`;

/** Runs a plan command; returns undefined when the arguments are for another command. */
export async function runPlanCommand(
  [command = '', ...words]: readonly string[],
  { db, clock, jobs, who }: { db: Db; clock: Clock; jobs: Jobs; who: string },
): Promise<string | readonly object[] | undefined> {
  const subscriptions = createSubscriptionsRepository(db);
  const service = createPlansStaffService({
    db,
    clock,
    jobs,
    staff: createStaffRepository(db),
    admin: createPlansAdminService({
      plans: createPlansRepository(db),
      trials: createTrialsRepository(db),
      subscriptions,
      clock,
    }),
  });
  return run(command, words, who, service);
}

async function run(
  command: string,
  words: readonly string[],
  who: string,
  service: PlansStaffService,
): Promise<string | readonly object[] | undefined> {
  const [first = '', second = '', third = '', fourth = '', fifth] = words;
  switch (command) {
    case 'plans':
      return (await service.plans()).map(
        ({ id, name, price, interval, audience, trial_days: days, is_active: isSold }) => ({
          id,
          name,
          price: `${price} yen a ${interval}`,
          audience,
          trial: `${days} days`,
          isSold: isSold ? 'sold' : 'sold no more',
        }),
      );
    case 'coupons':
      return (await service.coupons()).map(
        ({ code, trial_days: days, uses, max_uses: max, expires_at: end, plan_id: plan }) => ({
          code,
          trial: `${days} days`,
          uses: `${uses} of ${max}`,
          end,
          plan: plan ?? 'any plan',
        }),
      );
    case 'plan-on':
    case 'plan-off':
      return service.setPlanActive(who, first, command === 'plan-on');
    case 'coupon':
      return service.createCoupon(who, {
        code: first,
        trialDays: Number(second),
        maxUses: Number(third),
        until: fourth,
        planId: fifth ?? null,
      });
    case 'void-invoice': {
      const reason = words.slice(1).join(' ').trim();
      if (reason === '') throw new StaffRefusal('Give a reason: it is kept in the log.');
      return service.voidInvoice(who, first, reason);
    }
    default:
      return undefined;
  }
}
