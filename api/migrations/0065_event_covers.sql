-- Covers of events are uploads too.
alter table uploads drop constraint uploads_purpose_check;
alter table uploads add constraint uploads_purpose_check check (purpose in ('avatar', 'identity_document', 'event_cover'));
-- Lists of participants go from the latest on.
create index participations_event_latest on participations (event_id, created_at desc, id desc);
