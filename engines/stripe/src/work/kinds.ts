import type { Stripe } from 'stripe';

import type { CardBehaviour } from '../customers/test-cards';

/** Internal fields of an object. Their names begin with an underscore and never leave the engine. */
export interface Hidden {
  /** The test clock that the object lives on; absent for the engine's clock. */
  _clock?: string | null;
  /** When the object is next due, in seconds on its clock. */
  _dueAt?: number | null;
}

/** The card behind a payment method; the number itself is not stored. */
export interface HiddenCard {
  _card?: CardBehaviour;
  /** Authenticated for off-session payments (`usage: off_session`). */
  _isAuthenticated?: boolean;
  /** Used or detached without a customer; it cannot be used again. */
  _isSpent?: boolean;
}

export interface HiddenIntent {
  /** The options with which a delayed payment or a passed challenge continues. */
  _offSession?: boolean;
  _returnUrl?: string | null;
  _invoice?: string | null;
  /** The subscription that waits for this setup intent. */
  _subscription?: string | null;
}

export interface EngineEvent extends Omit<Stripe.EventBase, 'data' | 'type'>, Hidden {
  type: string;
  data: { object: Record<string, unknown>; previous_attributes?: Record<string, unknown> };
}

export interface EngineDiscount extends Stripe.Discount, Hidden {
  created: number;
  /** The terms of its coupon, which may have been deleted since. */
  _duration: string;
  _percentOff: number | null;
  _amountOff: number | null;
}

export interface HiddenSubscription {
  /** Whether `customer.subscription.trial_will_end` has been emitted. */
  _isTrialEndTold?: boolean;
  /** The start of the first period, the anchor for counting months. */
  _anchor: number;
}

export interface HiddenInvoice {
  _intent?: string | null;
  /** The first automatic attempt and the number of retries. */
  _firstAttemptAt?: number | null;
  _retries?: number;
  _secret: string;
}

/** An account onboarding link; its id is the secret part of its URL. */
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

/** A delivery of an event to one endpoint. */
export interface Delivery {
  id: string;
  object: 'delivery';
  created: number;
  event: string;
  eventAccount: string;
  endpoint: string;
  attempts: number;
  /** An injected duplicate, which does not count as pending for the event. */
  isCopy: boolean;
  dueAtMs: number | null;
}

/** The recorded response for an idempotency key. */
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
  /** The offset of the engine's clock from real time. */
  clockOffsetSeconds: number;
}

/** Every stored kind of object, by its `object` field. */
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
export type EngineObject = Kinds[Kind];

/** The fields by which lists of a kind can be filtered. */
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

/** Fields with caller-chosen ids, whose kind cannot be derived from a prefix. */
export const KINDS_OF_FIELDS = { coupon: 'coupon', product: 'product' } as const satisfies Record<string, Kind>;

/** Returns the kind of an id by its prefix. */
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
