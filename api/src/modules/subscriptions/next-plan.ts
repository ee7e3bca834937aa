import type { PlanRow } from './plans/plans.repository';
import type { PlansService } from './plans/plans.service';
import type { SubscriptionProvider } from './provider/subscription-provider';

/** A subscription that the provider knows. */
interface KnownSubscription {
  plan_id: string;
  provider_subscription_id: string;
}

/** Makes a plan the one of the next period at the provider, or the current one again. */
export async function chooseNextPlan(
  { provider, plans }: { provider: SubscriptionProvider; plans: PlansService },
  row: KnownSubscription,
  plan: PlanRow,
): Promise<void> {
  const current = await plans.get(row.plan_id);
  const subscription = await provider.retrieve(row.provider_subscription_id);
  const priceId = await plans.priceOf(plan, provider);
  await provider.change(subscription, {
    priceId,
    keepsPeriod: plan.interval !== current.interval || subscription.status === 'trialing',
  });
}
