import type { Plan } from '@manabiba/shared/contract/plans';

import { AppError } from '../../../platform/app-error';
import type { Trx } from '../../../platform/database/db';
import type { SubscriptionProvider } from '../provider/subscription-provider';
import type { PlanRow, PlansRepository } from './plans.repository';

export type PlansService = ReturnType<typeof createPlansService>;

/** Plans that users can subscribe to. */
export function createPlansService({ plans }: { plans: PlansRepository }) {
  /** Cache of the provider's price ids by plan, for the lifetime of the process. */
  const prices = new Map<string, string>();

  return {
    list: async (): Promise<{ plans: Plan[] }> => ({ plans: (await plans.list()).map(toPlan) }),

    /** Returns the first plan that the app stores sell. */
    async ofApps(): Promise<{ plan: Plan }> {
      const plan = (await plans.list()).find(({ app_product_id: productId }) => productId !== null);
      if (!plan) throw new AppError('not_found');
      return { plan: toPlan(plan) };
    },

    /** Finds the plan with this price id of the provider. */
    findByPrice: (priceId: string) => plans.findByPrice(priceId),

    findByAppProduct: (productId: string) => plans.findByAppProduct(productId),

    /** Returns the plan of a subscription, even when it is no longer sold. */
    async get(id: string, trx?: Trx): Promise<PlanRow> {
      const plan = await plans.find(id, trx);
      if (!plan) throw new Error(`${id} is the plan of a subscription but does not exist`);
      return plan;
    },

    /**
     * Returns a plan that this user may choose; throws `not_found` for an unknown one and `student_only` for a student
     * plan.
     */
    async getFor(id: string, { isStudentAge }: { isStudentAge: boolean }, trx?: Trx): Promise<PlanRow> {
      const plan = await plans.find(id, trx);
      if (!plan?.is_active) throw new AppError('not_found');
      if (plan.audience === 'student' && !isStudentAge) throw new AppError('student_only');
      if (plan.audience === 'adult' && isStudentAge) throw new AppError('not_found');
      return plan;
    },

    /** Returns the plan's price id at the provider and creates the price when missing. */
    async priceOf(plan: PlanRow, provider: SubscriptionProvider): Promise<string> {
      const known = prices.get(plan.id);
      if (known) return known;
      const priceId = await provider.ensurePrice(plan);
      await plans.setPrice(plan.id, priceId);
      prices.set(plan.id, priceId);
      return priceId;
    },
  };
}

export function toPlan(row: PlanRow): Plan {
  const { id, name, price, interval, audience, features } = row;
  return {
    id,
    name,
    price,
    interval,
    audience,
    trialDays: row.trial_days,
    features,
    stripePriceId: row.stripe_price_id,
    appProductId: row.app_product_id,
  };
}
