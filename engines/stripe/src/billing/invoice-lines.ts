import type { Stripe } from 'stripe';

import { decimalText } from '../catalogue/products';
import { CURRENCY } from '../params/shared-rules';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { listAnswer } from '../work/lists';
import { idOf } from '../work/work';
import { discountAmounts } from './discounts';

type Invoice = Kinds['invoice'];
type Line = Stripe.InvoiceLineItem;

/** An invoice line before discounts. */
export interface LineDraft {
  readonly amount: number;
  readonly description: string | null;
  readonly period: { start: number; end: number };
  readonly pricing: Line['pricing'];
  readonly quantity: number;
  readonly metadata?: Stripe.Metadata;
  readonly parent: Stripe.InvoiceLineItem.Parent;
  readonly subscription?: string | null;
}

/** The price details of a line or an item. */
export const pricingOf = (price: Pick<Stripe.Price, 'id' | 'product' | 'unit_amount'>) => ({
  price_details: { price: price.id, product: idOf(price.product) ?? '' },
  type: 'price_details' as const,
  unit_amount_decimal: decimalText(price.unit_amount ?? 0),
});

/** Returns the lines that the subscription of an invoice has added. */
export const subscriptionLines = (invoice: Invoice): LineDraft[] =>
  invoice.lines.data
    .filter(({ parent }) => parent?.type === 'subscription_item_details')
    .map(({ parent, quantity, ...line }) => ({
      ...line,
      parent: parent as Stripe.InvoiceLineItem.Parent,
      quantity: quantity ?? 1,
      subscription: idOf(line.subscription),
    }));

/** Builds the invoice line of one subscription item for one period; free during a trial. */
export function subscriptionLine(
  subscription: Kinds['subscription'],
  item: Stripe.SubscriptionItem,
  period: { start: number; end: number },
  isTrial: boolean,
): LineDraft {
  const quantity = item.quantity ?? 1;
  const { interval } = item.price.recurring ?? { interval: 'month' };
  const name = item.price.nickname ?? idOf(item.price.product) ?? '';
  return {
    amount: isTrial ? 0 : (item.price.unit_amount ?? 0) * quantity,
    description: isTrial
      ? `Trial period for ${name}`
      : `${quantity} × ${name} (at ¥${item.price.unit_amount} / ${interval})`,
    period,
    pricing: pricingOf(item.price),
    quantity,
    metadata: subscription.metadata,
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    subscription: subscription.id,
  };
}

/** Builds the invoice line of a pending invoice item. */
export function pendingLine(item: Kinds['invoiceitem']): LineDraft {
  return {
    amount: item.amount,
    description: item.description,
    period: item.period,
    pricing: item.pricing as Line['pricing'],
    quantity: item.quantity,
    metadata: item.metadata ?? {},
    parent: {
      invoice_item_details: { invoice_item: item.id, proration: false, proration_details: null, subscription: null },
      subscription_item_details: null,
      type: 'invoice_item_details',
    },
  };
}

/** Sets the lines of an invoice and all its totals. */
export function setLines(
  invoice: Invoice,
  drafts: readonly LineDraft[],
  discounts: readonly Kinds['discount'][],
): void {
  const subtotal = drafts.reduce((sum, { amount }) => sum + amount, 0);
  const taken = discountAmounts(Math.max(0, subtotal), discounts);
  const total = subtotal - taken.reduce((sum, { amount }) => sum + amount, 0);
  const lines = drafts.map((draft, place) => lineOf(invoice, draft, place === 0 ? taken : []));
  Object.assign(invoice, {
    lines: listAnswer(`/v1/invoices/${invoice.id}/lines`, lines) as unknown as Stripe.ApiList<Line>,
    subtotal,
    subtotal_excluding_tax: subtotal,
    total,
    total_excluding_tax: total,
    total_discount_amounts: taken,
    amount_due: Math.max(0, total),
    amount_remaining: Math.max(0, total),
    discounts: discounts.map(({ id }) => id),
  } satisfies Partial<Invoice>);
}

function lineOf(invoice: Invoice, draft: LineDraft, taken: { amount: number; discount: string }[]): Line {
  return {
    id: newId('il'),
    object: 'line_item',
    amount: draft.amount,
    currency: CURRENCY,
    description: draft.description,
    discount_amounts: taken,
    discountable: true,
    discounts: taken.map(({ discount }) => discount),
    invoice: invoice.id,
    livemode: false,
    metadata: draft.metadata ?? {},
    parent: draft.parent,
    period: draft.period,
    pretax_credit_amounts: taken.map((each) => ({ ...each, type: 'discount' as const })),
    pricing: draft.pricing,
    quantity: draft.quantity,
    quantity_decimal: decimalText(draft.quantity),
    subscription: draft.subscription ?? null,
    subtotal: draft.amount,
    taxes: [],
  };
}
