-- Increases when a classroom moves or is cancelled: calendars keep the entry with the highest.
alter table classrooms add column calendar_sequence integer not null default 0;
