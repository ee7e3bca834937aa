-- Somebody who was reported may be reported again by the same user once the first report is settled: people, boards, series
-- and archives change.
alter table user_reports drop constraint user_reports_reported_id_reporter_id_key;
create unique index user_reports_once on user_reports (reported_id, reporter_id) where state = 'open';
alter table board_reports drop constraint board_reports_classroom_id_reporter_id_key;
create unique index board_reports_once on board_reports (classroom_id, reporter_id) where state = 'open';
alter table series_reports drop constraint series_reports_series_id_reporter_id_key;
create unique index series_reports_once on series_reports (series_id, reporter_id) where state = 'open';
alter table archive_reports drop constraint archive_reports_archive_id_reporter_id_key;
create unique index archive_reports_once on archive_reports (archive_id, reporter_id) where state = 'open';
