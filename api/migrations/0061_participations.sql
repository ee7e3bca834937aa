-- What selling tickets needs beside the first tables of events: rules of cancellation, invitations, how a place was paid for,
-- waiting lists. Seats are counted on the ticket type by conditional updates; its CHECK holds sold + held <= quota.
alter table events add column refund_policy text not null default 'until_24_hours'
  check (refund_policy in ('until_24_hours', 'until_7_days', 'none'));
comment on column events.cancel_policy is 'what the organizer adds to the refund policy in own words';
-- SEQUENCE of the calendar entry (RFC 5545): rises when the time moves or the event is cancelled.
alter table events add column calendar_sequence integer not null default 0;
alter table events add column published_at timestamptz;
alter table events add column cancelled_at timestamptz;
alter table events add column cancel_reason text not null default '';
update events set published_at = created_at where state <> 'draft';
create index events_organizer on events (organizer_id, start_at desc, id);
create index events_due on events (entry_open_at) where state in ('published', 'open', 'live');

alter table ticket_types add column position integer not null default 0;
comment on column ticket_types.held is 'seats of participations that are held, pending_payment or offered';
comment on column ticket_types.sold is 'seats of participations that are confirmed or joined';

-- Codes that let somebody in without paying.
create table invitations (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  ticket_type_id text not null references ticket_types (id) on delete cascade,
  code text not null check (char_length(code) between 4 and 40),
  max_uses integer not null check (max_uses >= 1),
  uses integer not null default 0,
  expires_at timestamptz,
  revoked_at timestamptz,
  created_by text references users (id) on delete set null,
  created_at timestamptz not null default now(),
  unique (event_id, code),
  check (uses between 0 and max_uses)
);

alter table participations
  add column payment_method text check (payment_method in ('card', 'konbini', 'paypay')),
  -- What to tell at the till of a convenience store, as the provider gave it.
  add column konbini jsonb,
  add column invitation_id text references invitations (id),
  -- The Idempotency-Key of a guest's call: a repetition finds the first participation.
  add column guest_intent text unique,
  add column guest_token_hash text unique,
  add column guest_birth_date date,
  -- The place in the waiting list: the earliest time is offered the next free seat.
  add column waits_since timestamptz,
  add column confirmed_at timestamptz,
  add column cancelled_at timestamptz,
  add column cancel_reason text check (cancel_reason in ('self', 'organizer', 'event_cancelled', 'late_payment', 'guardian')),
  add column updated_at timestamptz not null default now();
update participations set waits_since = created_at where state in ('waitlisted', 'offered');
update participations set confirmed_at = created_at where state in ('confirmed', 'joined');
create index participations_seats on participations (ticket_type_id, state);
create index participations_waitlist on participations (ticket_type_id, waits_since, id) where state = 'waitlisted';
create index participations_event on participations (event_id, created_at, id);
create index participations_expiry on participations (hold_expires_at) where state in ('held', 'pending_payment', 'offered');
