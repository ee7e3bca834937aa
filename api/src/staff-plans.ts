import { MAX_COUPON_DAYS, MAX_COUPON_USES } from '@manabiba/shared/contract/limits';
import { isValid, parseISO } from 'date-fns';

import { createPlansStaffService, type NewCoupon, type PlansStaffService } from './modules/staff/plans-staff.service';
import { createStaffRepository } from './modules/staff/staff.repository';
import { StaffRefusal } from './modules/staff/staff.service';
import { createPlansAdminService } from './modules/subscriptions/plans/plans-admin.service';
import { createPlansRepository } from './modules/subscriptions/plans/plans.repository';
import { createSubscriptionsRepository } from './modules/subscriptions/subscriptions.repository';
import { createTrialsRepository } from './modules/subscriptions/trials.repository';
import type { Clock } from './platform/clock';
import type { Db } from './platform/database/db';
import type { Jobs } from './platform/jobs/jobs';

/** Usage text of the plan commands. */
export const planUsage = `npm run staff -- plans                          all plans
npm run staff -- plan-off PLAN ["reason"]       nobody new can take it; whoever has it keeps it
npm run staff -- plan-on PLAN ["reason"]
npm run staff -- coupons                        all coupons, and how often they were used
npm run staff -- coupon CODE DAYS USES UNTIL [PLAN]
                                               a coupon for a longer trial; UNTIL is its last day, as 2026-12-31
npm run staff -- end-coupon CODE "reason"       nobody can redeem it any more; trials with it go on
npm run staff -- void-invoice PERSON "reason"   nobody has to pay what is open for the plan`;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

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
    case 'plan-off': {
      const isActive = command === 'plan-on';
      if (!(await service.setPlanActive(who, first, isActive, words.slice(1).join(' '))))
        throw new StaffRefusal(`There is no plan ${first}.`);
      return `${first} is ${isActive ? 'sold' : 'sold no more'}.`;
    }
    case 'coupon':
      return createCoupon(service, who, {
        code: first,
        trialDays: Number(second),
        maxUses: Number(third),
        lastDay: fourth,
        planId: fifth ?? null,
      });
    case 'end-coupon': {
      const outcome = await service.endCoupon(who, first, reasonIn(words));
      if (outcome !== 'ended')
        throw new StaffRefusal(outcome === 'over' ? `The coupon ${first} is over.` : `There is no coupon ${first}.`);
      return `${first} cannot be redeemed any more.`;
    }
    case 'void-invoice':
      return service.voidInvoice(who, first, reasonIn(words));
    default:
      return undefined;
  }
}

function reasonIn(words: readonly string[]): string {
  const reason = words.slice(1).join(' ').trim();
  if (reason === '') throw new StaffRefusal('Give a reason: it is kept in the log.');
  return reason;
}

async function createCoupon(service: PlansStaffService, who: string, coupon: NewCoupon): Promise<string> {
  const { code, trialDays, maxUses, lastDay, planId } = coupon;
  const isNumber = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max;
  const isDay = DAY.test(lastDay) && isValid(parseISO(lastDay));
  if (!isNumber(trialDays, MAX_COUPON_DAYS) || !isNumber(maxUses, MAX_COUPON_USES) || !isDay || code === '')
    throw new StaffRefusal('A coupon needs a code, 1 to 365 days, a number of uses, and a last day like 2026-12-31.');
  const refusals = {
    taken: `The coupon ${code} already exists.`,
    unknown_plan: `There is no plan ${planId}.`,
    past: `${lastDay} is over.`,
  };
  const outcome = await service.createCoupon(who, coupon);
  if (typeof outcome === 'string') throw new StaffRefusal(refusals[outcome]);
  return `${outcome.code} makes ${maxUses} trials ${trialDays} days long, until ${lastDay}.`;
}
