import type { Plan, Subscription } from '@manabiba/shared/contract/plans';
import type { Generated } from 'kysely';

import type { GeneratedTime, OptionalTime, Time } from './column-types';

export interface PlansTable {
  id: string;
  name: string;
  price: number;
  interval: Plan['interval'];
  audience: Plan['audience'];
  trial_days: Generated<number>;
  features: Generated<string[]>;
  stripe_price_id: Generated<string | null>;
  app_product_id: Generated<string | null>;
  sort_order: number;
  is_active: Generated<boolean>;
  /** The plan with the new price, to which subscribers are moved. */
  successor_id: Generated<string | null>;
  created_at: GeneratedTime;
}

export interface TrialCouponsTable {
  code: string;
  plan_id: string | null;
  trial_days: number;
  max_uses: number;
  uses: Generated<number>;
  expires_at: Time;
  created_at: Time;
}

export interface PaymentCustomersTable {
  user_id: string;
  provider_customer_id: string;
  payment_method_id: Generated<string | null>;
  card_brand: Generated<string | null>;
  card_last4: Generated<string | null>;
  card_exp_month: Generated<number | null>;
  card_exp_year: Generated<number | null>;
  card_fingerprint: Generated<string | null>;
  updated_at: Time;
}

export interface SubscriptionsTable {
  id: string;
  user_id: string;
  plan_id: string;
  next_plan_id: Generated<string | null>;
  provider: Subscription['provider'];
  state: Subscription['state'];
  provider_subscription_id: Generated<string | null>;
  payment_method_id: Generated<string | null>;
  trial_days: Generated<number>;
  coupon_code: Generated<string | null>;
  version: Generated<number>;
  provider_event_at: OptionalTime;
  started_at: Time;
  trial_ends_at: OptionalTime;
  current_period_end: Time;
  cancel_at_period_end: Generated<boolean>;
  cancel_reason: Generated<string>;
  invoice_status: Generated<Subscription['invoiceStatus']>;
  open_invoice_id: Generated<string | null>;
  open_invoice_amount: Generated<number | null>;
  attempted_at: Generated<Date[]>;
  next_retry_at: OptionalTime;
  grace_ends_at: OptionalTime;
  settle_at: OptionalTime;
  trial_mail_at: OptionalTime;
  ended_at: OptionalTime;
  end_reason: Generated<Subscription['endReason']>;
  created_at: Time;
  /** The successor whose price was last announced to the user, and when. */
  price_told_of: Generated<string | null>;
  price_told_at: OptionalTime;
}

export interface TrialUsesTable {
  user_id: string;
  card_fingerprint: string | null;
  subscription_id: string;
  used_at: Time;
}

/** Tables of plans, subscriptions, trials and coupons. */
export interface SubscriptionsTables {
  plans: PlansTable;
  subscriptions: SubscriptionsTable;
  trial_coupons: TrialCouponsTable;
  trial_uses: TrialUsesTable;
  payment_customers: PaymentCustomersTable;
}
