import { foldCode } from '@manabiba/shared/contract/fold-code';
import { addDays, parseISO } from 'date-fns';

import type { Clock } from '../../platform/clock';
import type { Db, Trx } from '../../platform/database/db';
import { inTransaction } from '../../platform/database/transaction';
import type { Jobs } from '../../platform/jobs/jobs';
import { inJapan } from '../../platform/moments';
import type { PlansAdminService } from '../subscriptions/plans/plans-admin.service';
import type { StaffRepository } from './staff.repository';
import { StaffRefusal } from './staff.service';

interface PlansStaffDeps {
  db: Db;
  staff: Pick<StaffRepository, 'find' | 'log'>;
  admin: PlansAdminService;
  jobs: Pick<Jobs, 'enqueue'>;
  clock: Clock;
}

export interface NewCoupon {
  code: string;
  trialDays: number;
  maxUses: number;
  /** The last day in Japan on which the coupon is valid, such as 2026-12-31. */
  lastDay: string;
  /** Null for any plan. */
  planId: string | null;
}

const onSale = (isActive: boolean) => (isActive ? '販売中' : '販売終了');

/** Staff actions on plans, coupons and invoices. Each is logged with its actor in the same transaction. */
export function createPlansStaffService({ db, staff, admin, jobs, clock }: PlansStaffDeps) {
  const log = (
    trx: Trx,
    entry: { who: string; action: string; subjectId: string; detail: string; before?: string; after?: string },
  ) => staff.log(trx, { at: clock.now(), ...entry });

  return {
    plans: () => admin.listPlans(),
    coupons: () => admin.listCoupons(),

    /**
     * Turns the sale of a plan on or off; a sale that is so already is not logged. Existing subscribers keep a plan that
     * is off. Returns false for no plan.
     */
    async setPlanActive(who: string, planId: string, isActive: boolean, reason: string): Promise<boolean> {
      return inTransaction(db, async (trx) => {
        const wasActive = await admin.setPlanActive(trx, planId, isActive);
        if (wasActive === undefined) return false;
        if (wasActive === isActive) return true;
        const change = { before: onSale(wasActive), after: onSale(isActive) };
        await log(trx, {
          who,
          action: isActive ? 'plan-on' : 'plan-off',
          subjectId: planId,
          detail: reason,
          ...change,
        });
        return true;
      });
    },

    /** Replaces a plan by one with a new price. Returns its id, or why it does not. */
    async changePrice(
      who: string,
      planId: string,
      { price, reason }: { price: number; reason: string },
    ): Promise<{ id: string } | 'unknown' | 'replaced' | 'same'> {
      return inTransaction(db, async (trx) => {
        const changed = await admin.changePrice(trx, planId, price);
        if (typeof changed === 'string') return changed;
        const { id, before } = changed;
        const change = { before: `${before}円`, after: `${price}円` };
        await log(trx, { who, action: 'plan-price', subjectId: planId, detail: reason, ...change });
        return { id };
      });
    },

    /** Makes a coupon and returns its code as it is stored, unless it exists, its plan does not, or its last day is over. */
    async createCoupon(who: string, given: NewCoupon): Promise<{ code: string } | 'taken' | 'unknown_plan' | 'past'> {
      const { trialDays, maxUses, lastDay, planId } = given;
      const code = foldCode(given.code);
      const expiresAt = new Date(addDays(parseISO(lastDay, inJapan), 1));
      if (expiresAt <= clock.now()) return 'past';
      if (planId !== null && !(await admin.listPlans()).some(({ id }) => id === planId)) return 'unknown_plan';
      return inTransaction(db, async (trx) => {
        if (!(await admin.createCoupon(trx, { code, trialDays, maxUses, planId, expiresAt }))) return 'taken';
        const detail = `${trialDays} days, ${maxUses} uses, until ${lastDay}`;
        await log(trx, { who, action: 'coupon', subjectId: code, detail });
        return { code };
      });
    },

    /** Ends a coupon now; trials that began with it go on. */
    async endCoupon(who: string, typed: string, reason: string): Promise<'ended' | 'over' | 'unknown'> {
      const code = foldCode(typed);
      if (!(await admin.findCoupon(code))) return 'unknown';
      return inTransaction(db, async (trx) => {
        const until = await admin.endCoupon(trx, code);
        if (!until) return 'over';
        const change = { before: until.toISOString(), after: clock.now().toISOString() };
        await log(trx, { who, action: 'end-coupon', subjectId: code, detail: reason, ...change });
        return 'ended';
      });
    },

    /** Voids the open invoice of the user's plan at the provider through a job; the user no longer has to pay it. */
    async voidInvoice(who: string, idOrEmail: string, reason: string): Promise<string> {
      const person = await staff.find(idOrEmail);
      if (!person) throw new StaffRefusal(`No user found for ${idOrEmail}.`);
      const subscriptionId = await admin.findUnpaid(person.id);
      if (subscriptionId === null) throw new StaffRefusal(`${person.id} has no open payment for a plan.`);
      await inTransaction(db, async (trx) => {
        await jobs.enqueue(trx, 'void-invoice', { subscriptionId }, clock.now());
        await log(trx, { who, action: 'void-invoice', subjectId: person.id, detail: reason });
      });
      return `The open invoice of ${person.id} is being voided.`;
    },
  };
}

export type PlansStaffService = ReturnType<typeof createPlansStaffService>;
