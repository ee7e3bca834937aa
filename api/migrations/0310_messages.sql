-- What the organizer of an event writes to everybody who has a seat in it. The number bounds the messages of an event, whatever races.
create table event_messages (
  id text primary key,
  event_id text not null references events (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  number smallint not null check (number between 1 and 3),
  subject text not null check (char_length(subject) between 1 and 60),
  body text not null check (char_length(body) between 1 and 2000),
  -- Those with a seat when it was sent.
  recipient_count integer not null check (recipient_count > 0),
  -- By the staff. The row stays, and counts.
  removed_at timestamptz,
  created_at timestamptz not null,
  unique (event_id, number)
);
create index event_messages_of_person on event_messages (user_id, created_at);

-- They stay when the message goes, as reports of comments do.
create table message_reports (
  id text primary key,
  message_id text not null,
  reporter_id text not null,
  reason text not null check (reason in ('abuse', 'personal_info', 'spam', 'other')),
  detail text not null default '',
  evidence jsonb not null,
  state text not null default 'open' check (state in ('open', 'actioned', 'dismissed')),
  created_at timestamptz not null,
  decision text check (decision in ('dismiss', 'delete_message', 'warn', 'suspend')),
  decided_at timestamptz,
  decided_by text,
  unique (message_id, reporter_id)
);
create index message_reports_of_author on message_reports ((evidence ->> 'userId'));
create index message_reports_open on message_reports (created_at) where state = 'open';

-- Accounts stop the messages of a host as they mute other things; buyers without an account have only an address.
alter table notification_mutes drop constraint notification_mutes_scope_check,
  add constraint notification_mutes_scope_check check (scope in ('person', 'classroom', 'event', 'messages'));
create table guest_message_stops (
  email text not null,
  host_id text not null references users (id) on delete cascade,
  created_at timestamptz not null,
  primary key (email, host_id)
);
