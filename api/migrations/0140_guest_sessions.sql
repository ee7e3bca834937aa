-- The session of the browser in which a guest pays: a second attempt continues with the seat of the first.
alter table participations add column guest_session text;
create index participations_guest_session on participations (event_id, guest_session) where guest_session is not null;
