import type { Stripe } from 'stripe';

/** A cleared field: the SDK unsets a field with an empty string. */
export function cleared<T>(value: T | '' | undefined, otherwise: T | null = null): T | null {
  if (value === undefined) return otherwise;
  return value === '' ? null : value;
}

/** Merges metadata: an empty value removes its key, an empty `metadata` all of them. */
export function mergedMetadata(
  current: Stripe.Metadata | null,
  given: Readonly<Record<string, unknown>> | string | null | undefined,
): Stripe.Metadata {
  if (given === undefined) return current ?? {};
  if (typeof given !== 'object' || given === null) return {};
  const merged = { ...current, ...(given as Stripe.Metadata) };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''));
}

export function wholeAddress(given: object | '' | undefined | null): Stripe.Address | null {
  if (!given) return null;
  const address = given as Partial<Record<keyof Stripe.Address, string>>;
  const part = (name: keyof Stripe.Address) => address[name] || null;
  return {
    city: part('city'),
    country: part('country'),
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    state: part('state'),
  };
}
