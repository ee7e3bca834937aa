-- Releases that went live in one change, and go back in one.
alter table release_history add column change_id text;
create index release_history_of_change on release_history (change_id) where change_id is not null;
