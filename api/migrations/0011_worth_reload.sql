-- Whether people who have an older release open are told that a newer one is there.
alter table release_history add column is_worth_reload boolean not null default false;
