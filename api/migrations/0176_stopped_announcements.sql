-- An announcement can be stopped: people who were told by then have it, the others do not get it.
alter table notification_causes add column stopped_at timestamptz;
