-- Seats on their way to somebody else: an open row can be accepted by whoever has the link of the mail. Once accepted,
-- it tells whoever gave the seat what became of it; what has ended otherwise is deleted, and told by the log.
create table seat_transfers (
  id text primary key,
  participation_id text not null references participations (id) on delete cascade,
  from_user_id text not null references users (id) on delete cascade,
  to_user_id text references users (id) on delete set null,
  -- Bought for somebody else: the mail is sent once the seat is paid.
  is_gift boolean not null default false,
  email text,
  message text not null default '',
  token_hash text unique,
  expires_at timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  check (accepted_at is null and to_user_id is null and num_nulls(email, token_hash, expires_at) = 0
    or accepted_at is not null and num_nonnulls(email, token_hash, expires_at) = 0 and message = '')
);
create unique index seat_transfers_open on seat_transfers (participation_id) where accepted_at is null;
create index seat_transfers_of_participation on seat_transfers (participation_id);
create index seat_transfers_given on seat_transfers (from_user_id, created_at);
create index seat_transfers_taken on seat_transfers (to_user_id) where to_user_id is not null;
create index seat_transfers_by_email on seat_transfers (email) where email is not null;
create index seat_transfers_expiry on seat_transfers (expires_at) where expires_at is not null;

alter table events add column allows_transfers boolean not null default true;
