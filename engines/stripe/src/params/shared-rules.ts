import type { Stripe } from 'stripe';

import { clearable, hash, oneOf, type Rule, text } from './rules';

/** Zero-decimal: an amount of 500 is 500 yen. */
export const CURRENCY = 'jpy';
/** The minimum charge in yen. Source: Stripe's table of minimum charge amounts. */
export const MIN_CHARGE = 50;

export const id: Rule = text({ max: 255 });
/** An id chosen by the caller. */
export const chosenId: Rule = text({ max: 200, pattern: /^[\w.-]+$/ });
export const currency: Rule = {
  parse(value, path) {
    const rule = oneOf(CURRENCY);
    return rule.parse(typeof value === 'string' ? value.toLowerCase() : value, path);
  },
};
export const email: Rule = text({ max: 512, pattern: /^[^\s@]+@[^\s@]+$/ });
export const url: Rule = text({ max: 5000, pattern: /^[a-z][a-z0-9+.-]*:/i });

const line = text({ max: 500 });
export const address: Rule = hash<Stripe.AddressParam>({
  city: clearable(line),
  country: clearable(text({ max: 2 })),
  line1: clearable(line),
  line2: clearable(line),
  postal_code: clearable(line),
  state: clearable(line),
});
export const shipping: Rule = hash<{
  address?: unknown;
  name?: string;
  phone?: string;
  carrier?: string;
  tracking_number?: string;
}>({ address, name: line, phone: clearable(line), carrier: clearable(line), tracking_number: clearable(line) });
/** Test id numbers of a person. */
export const phone: Rule = clearable(text({ max: 20 }));
