-- Where the money of organizers goes, and what went there. Amounts are whole yen.
create table payout_accounts (
  user_id text primary key references users (id),
  -- Of the payment provider.
  provider_account_id text not null unique,
  charges_enabled boolean not null default false,
  payouts_enabled boolean not null default false,
  requirements text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table payouts (
  id text primary key,
  user_id text not null references users (id),
  amount integer not null check (amount >= 1000),
  -- In Japan.
  day date not null,
  state text not null default 'pending' check (state in ('pending', 'paid', 'failed')),
  -- How often the provider has refused it: each attempt after a refusal has an idempotency key of its own.
  refusals integer not null default 0,
  provider_transfer_id text unique,
  failure_reason text,
  created_at timestamptz not null,
  done_at timestamptz,
  check ((state = 'paid') = (provider_transfer_id is not null))
);
-- One a day; what failed does not count.
create unique index payouts_day on payouts (user_id, day) where state <> 'failed';
create index payouts_user on payouts (user_id, created_at desc, id);
create index payouts_pending on payouts (created_at) where state = 'pending';
