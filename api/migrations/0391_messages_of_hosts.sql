-- Hosts of classes write to those who reserved or attended them, as organizers write to those who have a seat. An instance of the previous
-- version goes on under the old name, which is a view until a later migration drops it.
alter table event_messages rename to host_messages;
alter table host_messages
  alter column event_id drop not null,
  add column classroom_id text references classrooms (id) on delete cascade,
  add constraint host_messages_subject check (num_nonnulls(event_id, classroom_id) = 1),
  add constraint host_messages_of_classroom unique (classroom_id, number);
create view event_messages as
  select id, event_id, user_id, number, subject, body, recipient_count, removed_at, created_at from host_messages where event_id is not null;
