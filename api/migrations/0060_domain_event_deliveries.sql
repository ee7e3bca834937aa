-- Domain events reach consumers: each event is handed over to every consumer of its name as a delivery, which is retried
-- until the consumer has handled it. Deliveries of one consumer about one subject are handled in the order of the events.
alter table domain_events add column subject text;
comment on column domain_events.handled_at is 'when the deliveries for its consumers were created';

create table domain_event_deliveries (
  event_id bigint not null references domain_events (id) on delete cascade,
  consumer text not null,
  subject text not null,
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  primary key (consumer, event_id)
);
create index domain_event_deliveries_in_order on domain_event_deliveries (consumer, subject, event_id);
create index domain_event_deliveries_due on domain_event_deliveries (due_at);
create index domain_events_handled on domain_events (handled_at) where handled_at is not null;

update domain_events set name = case name
  when 'userFollow' then 'userFollowed'
  when 'classroomCreatedByFollow' then 'classroomCreated'
  when 'classroomReservedByFollow' then 'classroomReserved'
  when 'changeClassroomTime' then 'classroomRescheduled'
  when 'reservedClassroomCancelled' then 'classroomCancelled'
  when 'reservedClassroomStarted' then 'classroomStarted'
  else name end;
