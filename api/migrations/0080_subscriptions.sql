-- Plans, who is subscribed to them, trials and the coupons that make them longer. Amounts are whole yen and include tax.
create table plans (
  id text primary key,
  name text not null,
  price integer not null check (price > 0),
  interval text not null check (interval in ('month', 'year')),
  audience text not null check (audience in ('student', 'adult', 'all')),
  trial_days integer not null default 0 check (trial_days between 0 and 365),
  features text[] not null default '{}',
  -- Of the payment provider, where it was made for the first subscription.
  stripe_price_id text,
  app_product_id text unique,
  sort_order integer not null,
  -- False: nobody can subscribe to it any more; whoever has it keeps it.
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

create table trial_coupons (
  -- In upper case, as it is compared.
  code text primary key check (code = upper(code)),
  plan_id text references plans (id),
  trial_days integer not null check (trial_days between 1 and 365),
  max_uses integer not null check (max_uses > 0),
  uses integer not null default 0 check (uses between 0 and max_uses),
  expires_at timestamptz not null,
  created_at timestamptz not null
);

-- The person at the payment provider, and the card that plans are paid from.
create table payment_customers (
  user_id text primary key references users (id),
  provider_customer_id text not null unique,
  payment_method_id text,
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  -- The same for the same card number, whoever has it.
  card_fingerprint text,
  updated_at timestamptz not null
);

create table subscriptions (
  id text primary key,
  user_id text not null references users (id),
  plan_id text not null references plans (id),
  -- From the next period on.
  next_plan_id text references plans (id),
  provider text not null check (provider in ('stripe', 'app_store', 'google_play')),
  state text not null check (state in ('incomplete', 'trialing', 'active', 'past_due', 'will_cancel', 'cancelled')),
  -- Null until the provider has made it. Of Apple: the original transaction. Of Google Play: the purchase token.
  provider_subscription_id text,
  -- What was asked for: repeating the call goes on with it.
  payment_method_id text,
  trial_days integer not null default 0,
  coupon_code text references trial_coupons (code),
  -- Counts what was taken over from the provider, so that an older answer is never taken over after a newer one.
  version integer not null default 0,
  -- Time of the newest event of the provider that was taken over.
  provider_event_at timestamptz,
  started_at timestamptz not null,
  trial_ends_at timestamptz,
  current_period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  cancel_reason text not null default '',
  invoice_status text check (invoice_status in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  open_invoice_id text,
  open_invoice_amount integer,
  attempted_at timestamptz[] not null default '{}',
  next_retry_at timestamptz,
  grace_ends_at timestamptz,
  -- When it is looked at again by itself.
  settle_at timestamptz,
  trial_mail_at timestamptz,
  ended_at timestamptz,
  end_reason text check (end_reason in ('self', 'unpaid', 'declined', 'withdrawn', 'expired')),
  created_at timestamptz not null,
  check ((state = 'cancelled') = (ended_at is not null)),
  check ((ended_at is null) = (end_reason is null)),
  check ((state = 'past_due') = (grace_ends_at is not null)),
  unique (provider, provider_subscription_id)
);
-- At most one at a time.
create unique index subscriptions_live on subscriptions (user_id) where state <> 'cancelled';
create index subscriptions_user on subscriptions (user_id, created_at desc);
create index subscriptions_coupon on subscriptions (coupon_code) where coupon_code is not null;

-- Who has had a trial, and with which card: once a person, once a card. Given back when the first payment is declined.
create table trial_uses (
  user_id text primary key references users (id),
  card_fingerprint text unique,
  subscription_id text not null references subscriptions (id),
  used_at timestamptz not null
);
