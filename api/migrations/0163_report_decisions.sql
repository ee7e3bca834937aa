-- What was decided about a report, when, and by whom of the staff.
alter table comment_reports
  add column decision text check (decision in ('dismiss', 'delete_comment', 'warn', 'suspend')),
  add column decided_at timestamptz,
  add column decided_by text;
alter table user_reports
  add column decision text check (decision in ('dismiss', 'warn', 'suspend')),
  add column decided_at timestamptz,
  add column decided_by text;
alter table archive_reports
  add column decision text check (decision in ('dismiss', 'warn', 'suspend')),
  add column decided_at timestamptz,
  add column decided_by text;

create index comment_reports_open on comment_reports (created_at) where state = 'open';
-- What is known against somebody.
create index user_reports_by_person on user_reports (reported_id);
create index audit_log_of_actions on audit_log (subject_id, action);
