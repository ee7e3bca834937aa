import type { Stripe } from 'stripe';

import type { CardBehaviour } from '../customers/test-cards';

/**
 * What an object of the engine has beside the fields that callers see. Names begin with an underscore and never leave
 * the engine.
 */
export interface Hidden {
  /** The test clock that the object lives on; none for the engine's own. */
  _clock?: string | null;
  /** When the object has something to do next, in seconds on its clock. */
  _dueAt?: number | null;
}

/** The card behind a payment method; the number itself is not kept. */
export interface HiddenCard {
  _card?: CardBehaviour;
  /** Authenticated for payments without the customer (`usage: off_session`). */
  _isAuthenticated?: boolean;
  /** Used or detached without a customer: it cannot be used again. */
  _isSpent?: boolean;
}

export interface HiddenIntent {
  /** What a delayed method, or a challenge that is passed, goes on with. */
  _offSession?: boolean;
  _returnUrl?: string | null;
  _invoice?: string | null;
  /** The subscription that waits for a setup intent. */
  _subscription?: string | null;
}

export interface EngineEvent extends Omit<Stripe.EventBase, 'data' | 'type'>, Hidden {
  type: string;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
}

export interface EngineDiscount extends Stripe.Discount, Hidden {
  created: number;
  /** The terms of its coupon, which may be deleted meanwhile. */
  _duration: string;
  _percentOff: number | null;
  _amountOff: number | null;
}

export interface HiddenSubscription {
  /** `customer.subscription.trial_will_end` has been told. */
  _isTrialEndTold?: boolean;
  /** The start of the first period that months are counted from. */
  _anchor: number;
}

export interface HiddenInvoice {
  _intent?: string | null;
  /** The first automatic attempt and how many followed it. */
  _firstAttemptAt?: number | null;
  _retries?: number;
  _secret: string;
}

/** A link to the onboarding of an account; its id is the secret part of its address. */
export interface EngineAccountLink extends Hidden {
  id: string;
  object: 'account_link';
  account: string;
  created: number;
  expires_at: number;
  refresh_url: string;
  return_url: string;
  isUsed: boolean;
}

/** One sending of an event to one endpoint. */
export interface Delivery {
  id: string;
  object: 'delivery';
  created: number;
  event: string;
  eventAccount: string;
  endpoint: string;
  attempts: number;
  /** A copy that is sent on purpose, which the event does not wait for. */
  isCopy: boolean;
  dueAtMs: number | null;
}

/** What a call with an idempotency key has answered. */
export interface IdempotencyRecord {
  id: string;
  object: 'idempotency_record';
  created: number;
  fingerprint: string;
  status: number;
  body: string;
  dueAtMs: number;
}

/** The engine's own settings. */
export interface EngineState {
  id: 'state';
  object: 'engine_state';
  created: number;
  /** How far the engine's clock is ahead of real time. */
  clockOffsetSeconds: number;
}

/** Every kind of object that is kept, by its `object`. */
export interface Kinds {
  customer: Stripe.Customer & Hidden;
  payment_method: Stripe.PaymentMethod & Hidden & HiddenCard;
  payment_intent: Stripe.PaymentIntent & Hidden & HiddenIntent;
  setup_intent: Stripe.SetupIntent & Hidden & HiddenIntent;
  charge: Stripe.Charge & Hidden;
  refund: Stripe.Refund & Hidden;
  balance_transaction: Stripe.BalanceTransaction & Hidden;
  product: Stripe.Product & Hidden;
  price: Stripe.Price & Hidden;
  coupon: Stripe.Coupon & Hidden;
  promotion_code: Stripe.PromotionCode & Hidden;
  discount: EngineDiscount;
  subscription: Stripe.Subscription & Hidden & HiddenSubscription;
  invoice: Stripe.Invoice & Hidden & HiddenInvoice;
  invoiceitem: Stripe.InvoiceItem & Hidden & { created: number };
  invoice_payment: Stripe.InvoicePayment & Hidden;
  'test_helpers.test_clock': Stripe.TestHelpers.TestClock & Hidden;
  account: Stripe.Account & Hidden & { created?: number; _bankAccountNumber?: string };
  account_link: EngineAccountLink;
  transfer: Stripe.Transfer & Hidden;
  transfer_reversal: Stripe.TransferReversal & Hidden;
  payout: Stripe.Payout & Hidden;
  application_fee: Stripe.ApplicationFee & Hidden;
  event: EngineEvent;
  webhook_endpoint: Stripe.WebhookEndpoint & Hidden & { _isConnect: boolean; _secret: string };
  delivery: Delivery;
  idempotency_record: IdempotencyRecord;
  engine_state: EngineState;
}

export type Kind = keyof Kinds;
export type Kept = Kinds[Kind];

/** The fields that lists of a kind can be filtered by. */
export const FILTERS: { readonly [K in Kind]?: readonly string[] } = {
  customer: ['email', 'test_clock', 'isListed'],
  payment_method: ['customer', 'type'],
  payment_intent: ['customer'],
  setup_intent: ['customer', 'payment_method'],
  charge: ['customer', 'payment_intent', 'transfer_group'],
  refund: ['charge', 'payment_intent'],
  balance_transaction: ['type', 'source', 'payout', 'currency'],
  product: ['active'],
  price: ['product', 'active', 'lookup_key', 'type'],
  coupon: [],
  promotion_code: ['active', 'code', 'coupon', 'customer'],
  discount: [],
  subscription: ['customer', 'status', 'isCurrent', 'price', 'collection_method', 'test_clock'],
  invoice: ['customer', 'status', 'subscription', 'collection_method'],
  invoiceitem: ['customer', 'invoice', 'isPending'],
  invoice_payment: ['invoice', 'status', 'intent'],
  'test_helpers.test_clock': ['status'],
  account: ['isListed'],
  transfer: ['destination', 'transfer_group', 'source_transaction'],
  transfer_reversal: ['transfer'],
  payout: ['status', 'destination'],
  application_fee: ['charge', 'account'],
  event: ['type'],
  webhook_endpoint: ['status'],
  delivery: ['event'],
};

/** Fields whose ids the caller may have chosen, so that no prefix tells their kind. */
export const KINDS_OF_FIELDS = { coupon: 'coupon', product: 'product' } as const satisfies Record<string, Kind>;

/** The kind that an id belongs to, by its prefix. */
export const PREFIXES = {
  cus: 'customer',
  pm: 'payment_method',
  pi: 'payment_intent',
  seti: 'setup_intent',
  ch: 'charge',
  py: 'charge',
  re: 'refund',
  pyr: 'refund',
  txn: 'balance_transaction',
  prod: 'product',
  price: 'price',
  promo: 'promotion_code',
  di: 'discount',
  sub: 'subscription',
  in: 'invoice',
  ii: 'invoiceitem',
  inpay: 'invoice_payment',
  clock: 'test_helpers.test_clock',
  acct: 'account',
  tr: 'transfer',
  trr: 'transfer_reversal',
  po: 'payout',
  fee: 'application_fee',
  evt: 'event',
  we: 'webhook_endpoint',
} as const satisfies Record<string, Kind>;
