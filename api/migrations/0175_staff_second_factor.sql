-- The second factor of the staff: a secret shared with an authenticator app, and recovery codes.
create table staff_second_factors (
  user_id text primary key references users (id) on delete cascade,
  -- Sealed with a key of the product.
  secret text not null,
  created_at timestamptz not null,
  -- Set by the first code; until then the secret is only offered.
  confirmed_at timestamptz,
  -- The last time step whose code was accepted: neither it nor an earlier one is accepted again.
  last_step integer not null default 0
);

create table staff_recovery_codes (
  user_id text not null references staff_second_factors (user_id) on delete cascade,
  -- A keyed digest; each code works once.
  code_hash text not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The last call of the staff in a session that the second factor has opened.
alter table sessions add column staff_active_at timestamptz;
