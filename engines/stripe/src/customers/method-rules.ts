import type { Stripe } from 'stripe';

import { clearable, hash, integer, metadata, oneOf, required, type Rule, text } from '../params/rules';
import { address, phone } from '../params/shared-rules';
import type { MethodData } from './payment-methods';

/** The payment method types that the engine supports. */
export const METHOD_TYPES = ['card', 'konbini', 'paypay'] as const;

export const methodType: Rule = oneOf(...METHOD_TYPES);

export const billingDetails: Rule = hash<Stripe.PaymentMethodCreateParams.BillingDetails>({
  address: clearable(address),
  email: clearable(text({ max: 512 })),
  name: clearable(text({ max: 500 })),
  phone,
});

export const card: Rule = hash<Stripe.PaymentMethodCreateParams.Card & { token?: string }>({
  cvc: text({ max: 10 }),
  exp_month: integer({ min: 0, max: 99 }),
  exp_year: integer({ min: 0, max: 9999 }),
  number: text({ max: 40 }),
  token: text({ max: 255 }),
});

const EMPTY = hash<object>({});

/** Browser details that clients send and the engine ignores. */
const BROWSER_FIELDS = {
  guid: text(),
  muid: text(),
  sid: text(),
  payment_user_agent: text(),
  time_on_page: integer(),
  referrer: text(),
} as const;

export const methodShape = {
  allow_redisplay: oneOf('always', 'limited', 'unspecified'),
  billing_details: billingDetails,
  card,
  konbini: EMPTY,
  metadata,
  paypay: EMPTY,
  type: methodType,
};

/** Rules for `payment_method_data` of intents. Card details are accepted with publishable keys. */
export const methodData: Rule = hash<MethodData & { konbini?: object; paypay?: object }>({
  ...methodShape,
  ...BROWSER_FIELDS,
  type: required(methodType),
});
