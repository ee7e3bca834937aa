-- When a viewer's first report of an archive arrived: nobody is further than can have been played since.
alter table archive_positions add column started_at timestamptz;
update archive_positions set started_at = updated_at - make_interval(secs => furthest_seconds);
alter table archive_positions alter column started_at set default now(), alter column started_at set not null;
