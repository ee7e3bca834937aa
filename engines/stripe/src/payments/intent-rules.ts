import type { Stripe } from 'stripe';

import { methodData, methodType } from '../customers/method-rules';
import {
  amount,
  bool,
  clearable,
  either,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
} from '../params/rules';
import { currency, email, id, shipping, url } from '../params/shared-rules';

type Options = Stripe.PaymentIntentCreateParams.PaymentMethodOptions;
type CardOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Card;
type KonbiniOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Konbini;

const usage = oneOf('off_session', 'on_session');
const MAX_KONBINI_DAYS = 60;

const methodOptions = hash<Options>({
  card: clearable(
    hash<CardOptions>({
      request_three_d_secure: oneOf('any', 'automatic', 'challenge'),
      setup_future_usage: clearable(oneOf('none', 'off_session', 'on_session')),
    }),
  ),
  konbini: clearable(
    hash<KonbiniOptions>({
      confirmation_number: clearable(text({ max: 11, pattern: /^\d{10,11}$/ })),
      expires_after_days: clearable(integer({ min: 0, max: MAX_KONBINI_DAYS })),
      expires_at: clearable(timestamp),
      product_description: clearable(text({ max: 22 })),
      setup_future_usage: oneOf('none'),
    }),
  ),
  paypay: clearable(hash<object>({})),
});

const offSession = either(oneOf('true', 'false', 'one_off', 'recurring'), hash<object>({}));
const mandateData = clearable(
  hash<{ customer_acceptance?: unknown }>({
    customer_acceptance: hash<{ type?: string; accepted_at?: number; online?: unknown; offline?: unknown }>({
      type: oneOf('online', 'offline'),
      accepted_at: timestamp,
      online: hash<{ ip_address?: string; user_agent?: string; infer_from_client?: boolean }>({
        ip_address: text({ max: 100 }),
        user_agent: text(),
        infer_from_client: bool,
      }),
      offline: hash<object>({}),
    }),
  }),
);

const described = {
  description: clearable(text({ max: 1000 })),
  metadata,
  payment_method: id,
  payment_method_data: methodData,
  payment_method_options: methodOptions,
};

const confirmed = {
  error_on_requires_action: bool,
  mandate_data: mandateData,
  off_session: {
    ...offSession,
    parse: (value: Parameters<typeof offSession.parse>[0], path: string) => offSession.parse(value, path) !== 'false',
  },
  return_url: url,
  use_stripe_sdk: bool,
};

const amounts = {
  application_fee_amount: clearable(amount(0)),
  capture_method: oneOf('automatic', 'automatic_async', 'manual'),
  receipt_email: clearable(email),
  setup_future_usage: clearable(usage),
  shipping: clearable(shipping),
};

export const createShape = {
  ...described,
  ...confirmed,
  ...amounts,
  allowed_payment_method_types: list(methodType, { max: 10 }),
  amount: required(amount()),
  automatic_payment_methods: hash<Stripe.PaymentIntentCreateParams.AutomaticPaymentMethods>({
    allow_redirects: oneOf('always', 'never'),
    enabled: required(bool),
  }),
  confirm: bool,
  confirmation_method: oneOf('automatic', 'manual'),
  currency: required(currency),
  customer: id,
  excluded_payment_method_types: list(text({ max: 40 }), { max: 60 }),
  on_behalf_of: id,
  statement_descriptor: text({ max: 22 }),
  statement_descriptor_suffix: text({ max: 22 }),
  transfer_data: hash<Stripe.PaymentIntentCreateParams.TransferData>({ amount: amount(0), destination: required(id) }),
  transfer_group: text({ max: 255 }),
};

const { application_fee_amount: fee, ...confirmAmounts } = amounts;

export const confirmShape = {
  ...confirmAmounts,
  ...confirmed,
  payment_method: id,
  payment_method_data: methodData,
  payment_method_options: methodOptions,
};

export const updateShape = {
  ...described,
  application_fee_amount: fee,
  amount: amount(),
  currency,
  customer: id,
  receipt_email: amounts.receipt_email,
  setup_future_usage: amounts.setup_future_usage,
  shipping: amounts.shipping,
  transfer_group: text({ max: 255 }),
};

export const setupShape = {
  allowed_payment_method_types: createShape.allowed_payment_method_types,
  automatic_payment_methods: createShape.automatic_payment_methods,
  confirm: bool,
  customer: id,
  description: described.description,
  mandate_data: mandateData,
  metadata,
  on_behalf_of: id,
  payment_method: id,
  payment_method_data: methodData,
  return_url: url,
  usage,
  use_stripe_sdk: bool,
};

export const setupConfirmShape = {
  mandate_data: mandateData,
  payment_method: id,
  payment_method_data: methodData,
  return_url: url,
  use_stripe_sdk: bool,
};
