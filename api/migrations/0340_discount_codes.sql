-- Discount codes of events. A use is a live participation with the code: nothing else counts them.
create table discount_codes (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  code text not null,
  amount_off integer check (amount_off > 0),
  percent_off integer check (percent_off between 1 and 99),
  -- Null: every ticket of the event.
  ticket_type_ids text[],
  max_uses integer not null check (max_uses > 0),
  valid_from timestamptz,
  valid_until timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(amount_off, percent_off) = 1),
  unique (event_id, code)
);
-- `amount` is what is paid, after the discount.
alter table participations
  add column discount integer not null default 0 check (discount >= 0),
  add column discount_code_id text references discount_codes (id);
create index participations_discount_codes on participations (discount_code_id) where discount_code_id is not null;
