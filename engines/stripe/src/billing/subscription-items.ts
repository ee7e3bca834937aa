import type { Stripe } from 'stripe';

import { decimalText } from '../catalogue/products';
import { invalid } from '../http/stripe-error';
import { CURRENCY } from '../params/shared-rules';
import { mergedMetadata } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';

type Item = Stripe.SubscriptionItem;

export interface Period {
  readonly start: number;
  readonly end: number;
}

export function setPeriod(items: readonly Item[], { start, end }: Period): void {
  for (const item of items) Object.assign(item, { current_period_start: start, current_period_end: end });
}

export function recurringOf(items: readonly Item[]): Stripe.Price.Recurring {
  const recurring = items[0]?.price.recurring;
  if (!recurring) throw invalid('A subscription has at least one recurring price.', 'parameter_missing', 'items');
  return recurring;
}

export async function itemsOf(
  work: Work,
  subscriptionId: string,
  given: readonly { price?: string; quantity?: number; metadata?: unknown }[],
): Promise<Item[]> {
  const items: Item[] = [];
  for (const [place, { price: priceId, quantity = 1, metadata }] of given.entries())
    items.push(await itemOf(work, subscriptionId, place, { price: priceId ?? '', quantity, metadata }));
  const [first] = items;
  if (!first) throw invalid('Missing required param: items.', 'parameter_missing', 'items');
  checkSameInterval(items);
  return items;
}

export async function itemOf(
  work: Work,
  subscriptionId: string,
  place: number,
  { price: priceId, quantity, metadata }: { price: string; quantity: number; metadata?: unknown },
): Promise<Item> {
  const param = `items[${place}][price]`;
  const price = await work.get('price', priceId, param);
  if (!price.active)
    throw invalid('The price specified is inactive. This field only accepts active prices.', undefined, param);
  if (!price.recurring)
    throw invalid(
      'The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.',
      undefined,
      param,
    );
  return {
    id: newId('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: work.now,
    current_period_end: 0,
    current_period_start: 0,
    current_trial: null,
    discounts: [],
    metadata: mergedMetadata(null, metadata as Record<string, unknown> | undefined),
    plan: planOf(price),
    price: structuredClone(price),
    quantity,
    subscription: subscriptionId,
    tax_rates: [],
  };
}

/** Requires all items of a subscription to have the same billing interval. */
export function checkSameInterval(items: readonly Item[]): void {
  const kinds = new Set(items.map(({ price }) => `${price.recurring?.interval} ${price.recurring?.interval_count}`));
  if (kinds.size > 1)
    throw invalid(
      'All prices on a subscription must have the same recurring interval and interval count in this engine.',
      undefined,
      'items',
    );
}

/** The legacy `plan` form of a price, which items still carry. */
function planOf(price: Kinds['price']): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: decimalText(price.unit_amount ?? 0),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: CURRENCY,
    interval: price.recurring?.interval ?? 'month',
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  };
}
