-- When the followers of its host were told of a series: once, however many dates it gets.
alter table series add column announced_at timestamptz;
update series s set announced_at = s.created_at where exists (select from classrooms c where c.series_id = s.id);
create index series_unannounced on series (id) where announced_at is null;
