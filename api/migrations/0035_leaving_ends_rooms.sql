-- Which sessions may listen is a live document too: it goes with the session, and with it the listening.
alter table live_outbox drop constraint live_outbox_kind_check;
alter table live_outbox add constraint live_outbox_kind_check check (kind in ('room', 'count', 'user', 'comment', 'person', 'session'));

-- Classrooms to come of hosts who had left, or were suspended, before that cancelled them.
with cancelled as (
  update classrooms set state = 'cancelled', updated_at = now()
  where state = 'scheduled' and host_id in (select id from users where state in ('suspended', 'withdrawn'))
  returning id)
insert into domain_events (name, payload) select 'reservedClassroomCancelled', jsonb_build_object('classroomId', id) from cancelled;

-- Nothing has been recorded by now: there is nothing yet that records.
update classrooms set recording = false where recording;
