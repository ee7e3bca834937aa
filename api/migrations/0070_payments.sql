-- What people paid through the payment provider, what went back, and what the provider told us. Amounts are whole yen and
-- include tax. One payment is one payment intent of the provider.
create table payments (
  id text primary key,
  participation_id text not null references participations (id),
  -- Null: somebody without an account, or whose account has been deleted. Rows are kept for seven years.
  user_id text references users (id) on delete set null,
  guest_email text,
  seller_id text not null references users (id),
  -- What was sold, as it was called then.
  title text not null,
  method text not null check (method in ('card', 'konbini', 'paypay')),
  amount integer not null check (amount > 0),
  tax_rate integer not null check (tax_rate in (10, 8, 0)),
  tax integer not null check (tax between 0 and amount),
  -- What the platform keeps.
  fee integer not null check (fee between 0 and amount),
  state text not null default 'pending' check (state in ('pending', 'paid', 'cancelled')),
  provider_intent_id text unique,
  -- Why the last attempt failed, in the provider's words; null while none has.
  failure_code text,
  card_brand text,
  card_last4 text,
  refunded integer not null default 0 check (refunded between 0 and amount),
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((state = 'paid') = (paid_at is not null))
);
-- At most one attempt at a time. Two may be paid when a person pays in two windows: the second one goes back by itself.
create unique index payments_pending on payments (participation_id) where state = 'pending';
create index payments_paid on payments (participation_id) where state = 'paid';
create index payments_user on payments (user_id, created_at desc, id);
create index payments_seller on payments (seller_id, created_at desc, id);
create index payments_open on payments (created_at) where state = 'pending';

create table refunds (
  id text primary key,
  payment_id text not null references payments (id),
  amount integer not null check (amount > 0),
  reason text not null check (reason in ('self', 'organizer', 'event_cancelled', 'late_payment', 'duplicate', 'guardian', 'staff')),
  state text not null default 'pending' check (state in ('pending', 'paid', 'failed')),
  provider_refund_id text unique,
  failure_reason text,
  created_at timestamptz not null,
  done_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (created_at) where state = 'pending';

-- Events of the provider, stored before they are answered and applied afterwards.
create table webhook_events (
  id text primary key,
  type text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  last_error text,
  applied_at timestamptz
);
create index webhook_events_due on webhook_events (due_at) where applied_at is null;
create index webhook_events_applied on webhook_events (applied_at) where applied_at is not null;
