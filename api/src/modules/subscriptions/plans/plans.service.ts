import type { Plan } from '@manabiba/shared/contract/plans';

import { AppError } from '../../../platform/app-error';
import type { SubscriptionProvider } from '../provider/subscription-provider';
import type { PlanRow, PlansRepository } from './plans.repository';

export type PlansService = ReturnType<typeof createPlansService>;

/** What can be subscribed to. */
export function createPlansService({ plans }: { plans: PlansRepository }) {
  /** Prices by plan, as the provider told them since this process began. */
  const prices = new Map<string, string>();

  return {
    list: async (): Promise<{ plans: Plan[] }> => ({ plans: (await plans.list()).map(toPlan) }),

    /** The first plan that the app stores sell. */
    async ofApps(): Promise<{ plan: Plan }> {
      const plan = (await plans.list()).find(({ app_product_id: productId }) => productId !== null);
      if (!plan) throw new AppError('not_found');
      return { plan: toPlan(plan) };
    },

    /** The plan that is sold for this price of the provider. */
    findByPrice: (priceId: string) => plans.findByPrice(priceId),

    findByAppProduct: (productId: string) => plans.findByAppProduct(productId),

    /** A plan that somebody has, even if it is sold no more. */
    async get(id: string): Promise<PlanRow> {
      const plan = await plans.find(id);
      if (!plan) throw new Error(`${id} is somebody's plan and does not exist`);
      return plan;
    },

    /** A plan that this person may take: others are `not_found`, or for students only. */
    async getFor(id: string, { isStudentAge }: { isStudentAge: boolean }): Promise<PlanRow> {
      const plan = await plans.find(id);
      if (!plan?.is_active) throw new AppError('not_found');
      if (plan.audience === 'student' && !isStudentAge) throw new AppError('student_only');
      if (plan.audience === 'adult' && isStudentAge) throw new AppError('not_found');
      return plan;
    },

    /** The price of a plan at the provider, which is made when it is missing. */
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
