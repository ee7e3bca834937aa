-- Addresses of organizers to which is posted what happens to their events.
create table webhook_endpoints (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  url text not null,
  types text[] not null,
  -- Encrypted.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  failing_since timestamptz,
  stopped_at timestamptz,
  created_at timestamptz not null,
  check ((previous_secret is null) = (previous_secret_until is null))
);
create index webhook_endpoints_user on webhook_endpoints (user_id, created_at);

-- Messages, each with the outcome of its last attempt.
create table webhook_deliveries (
  id text primary key,
  endpoint_id text not null references webhook_endpoints (id) on delete cascade,
  -- The receiver recognizes repetitions by it.
  message_id text not null,
  type text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz,
  -- Until when the process that sends it has it.
  claimed_until timestamptz,
  status integer,
  duration_ms integer,
  answer text not null default '',
  created_at timestamptz not null,
  unique (endpoint_id, message_id),
  check ((state = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_log on webhook_deliveries (endpoint_id, created_at desc, id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where state = 'pending';
