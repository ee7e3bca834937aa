-- What the guardian of somebody from 13 to 17 was asked about a purchase: one request for each participation, whose hold is
-- how long the answer may take. Asking again replaces the link.
create table purchase_consents (
  participation_id text primary key references participations (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  guardian_email text not null,
  token_hash text not null unique,
  state text not null default 'asked' check (state in ('asked', 'given', 'refused')),
  -- What may be paid, in yen.
  amount integer not null check (amount > 0),
  asked_at timestamptz not null,
  guardian_name text,
  answered_at timestamptz,
  check ((state = 'asked') = (answered_at is null))
);
create index purchase_consents_user on purchase_consents (user_id);
