import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import type { PlansAdminService } from '../subscriptions/plans/plans-admin.service';
import type { StaffRepository } from './staff.repository';
import { StaffRefusal } from './staff.service';

interface PlansStaffDeps {
  db: Db;
  staff: StaffRepository;
  admin: PlansAdminService;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Staff actions on plans, coupons and invoices. Each is logged with its actor in the same transaction. */
export function createPlansStaffService({ db, staff, admin, jobs, clock }: PlansStaffDeps) {
  async function act(
    who: string,
    entry: { action: string; subjectId: string; detail: string },
    work: (trx: Trx) => Promise<boolean>,
  ): Promise<boolean> {
    return inTransaction(db, async (trx) => {
      const isDone = await work(trx);
      if (isDone) await staff.log(trx, { at: clock.now(), who, ...entry });
      return isDone;
    });
  }

  return {
    plans: () => admin.listPlans(),
    coupons: () => admin.listCoupons(),

    /** Turns the sale of a plan on or off. Existing subscribers keep a plan that is off. */
    async setPlanActive(who: string, planId: string, isActive: boolean): Promise<string> {
      const isDone = await act(
        who,
        { action: isActive ? 'plan-on' : 'plan-off', subjectId: planId, detail: '' },
        (trx) => admin.setPlanActive(trx, planId, isActive),
      );
      if (!isDone) throw new StaffRefusal(`There is no plan ${planId}.`);
      return `${planId} is ${isActive ? 'sold' : 'sold no more'}.`;
    },

    /** `until` is the last day in Japan on which the coupon is valid, such as 2026-12-31. */
    async createCoupon(
      who: string,
      given: { code: string; trialDays: number; maxUses: number; until: string; planId: string | null },
    ): Promise<string> {
      const { code, trialDays, maxUses, until, planId } = given;
      const end = DAY.test(until) ? Date.parse(`${until}T24:00:00+09:00`) : Number.NaN;
      const isNumber = (value: number, max: number) => Number.isInteger(value) && value >= 1 && value <= max;
      if (!isNumber(trialDays, 365) || !isNumber(maxUses, 1_000_000) || Number.isNaN(end) || code === '')
        throw new StaffRefusal(
          'A coupon needs a code, 1 to 365 days, a number of uses, and a last day like 2026-12-31.',
        );
      if (planId !== null && !(await admin.listPlans()).some(({ id }) => id === planId))
        throw new StaffRefusal(`There is no plan ${planId}.`);
      const coupon = { code, trialDays, maxUses, planId, expiresAt: new Date(end) };
      const isDone = await act(
        who,
        { action: 'coupon', subjectId: code, detail: `${trialDays} days, ${maxUses} uses, until ${until}` },
        (trx) => admin.createCoupon(trx, coupon),
      );
      if (!isDone) throw new StaffRefusal(`The coupon ${code} already exists.`);
      return `${code} makes ${maxUses} trials ${trialDays} days long, until ${until}.`;
    },

    /** Voids the open invoice of the user's plan at the provider through a job; the user no longer has to pay it. */
    async voidInvoice(who: string, idOrEmail: string, reason: string): Promise<string> {
      const person = await staff.find(idOrEmail);
      if (!person) throw new StaffRefusal(`No user found for ${idOrEmail}.`);
      const subscriptionId = await admin.findUnpaid(person.id);
      if (subscriptionId === null) throw new StaffRefusal(`${person.id} has no open payment for a plan.`);
      await act(who, { action: 'void-invoice', subjectId: person.id, detail: reason }, async (trx) => {
        await jobs.enqueue(trx, 'void-invoice', { subscriptionId }, clock.now());
        return true;
      });
      return `The open invoice of ${person.id} is being voided.`;
    },
  };
}

export type PlansStaffService = ReturnType<typeof createPlansStaffService>;
