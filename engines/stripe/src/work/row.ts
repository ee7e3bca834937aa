import type { Row } from '../storage/storage';
import { FILTERS, type EngineObject } from './kinds';

/** Derives the columns by which the storage finds an object. */
export function rowOf(object: EngineObject, account: string): Row {
  const fields: { readonly [name: string]: unknown } = { ...object, ...derivedFrom(object) };
  const isBalance = object.object === 'balance_transaction';
  return {
    account,
    kind: object.object,
    id: object.id,
    created: object.created ?? 0,
    keys: (FILTERS[object.object] ?? []).flatMap((name) => keyOf(name, fields[name])),
    ...dueOf(fields),
    amount: isBalance ? object.net : null,
    effectiveAt: isBalance ? object.available_on : null,
    data: JSON.stringify(object),
  };
}

/** Formats a filter key: `customer:cus_1`. Numbers and booleans are converted to strings. */
export function keyOf(name: string, value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((each) => keyOf(name, each));
  if (typeof value === 'object') return keyOf(name, (value as { id?: unknown }).id);
  return [`${name}:${String(value)}`];
}

const hasEnded = (status: string) => status === 'canceled' || status === 'incomplete_expired';

/** Computed filter keys that are not fields of the object. */
function derivedFrom(object: EngineObject): { readonly [name: string]: unknown } {
  if (object.object === 'subscription')
    return {
      isCurrent: hasEnded(object.status) ? undefined : true,
      price: object.items.data.map(({ price }) => price.id),
    };
  if (object.object === 'invoice') return { subscription: object.parent?.subscription_details?.subscription };
  if (object.object === 'invoiceitem') return { isPending: object.invoice === null };
  if (object.object === 'invoice_payment') return { intent: object.payment.payment_intent };
  if (object.object === 'promotion_code') return { coupon: object.promotion.coupon };
  if (object.object === 'account') return { isListed: (object as { deleted?: unknown }).deleted ? undefined : true };
  if (object.object !== 'customer') return {};
  const isDeleted = (object as { deleted?: unknown }).deleted === true;
  // Lists omit deleted customers; those on a test clock are listed only when filtering by that clock.
  return {
    isListed: isDeleted || object.test_clock ? undefined : true,
    ...(isDeleted && { email: null, test_clock: null }),
  };
}

function dueOf(fields: { readonly [name: string]: unknown }): Pick<Row, 'timeline' | 'dueAt'> {
  if (fields.object === 'delivery' || fields.object === 'idempotency_record')
    return { timeline: fields.object, dueAt: fields.dueAtMs as number | null };
  const dueAt = fields._dueAt as number | null | undefined;
  return { timeline: (fields._clock as string | null | undefined) ?? '', dueAt: dueAt ? dueAt * 1000 : null };
}
