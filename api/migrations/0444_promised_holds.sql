-- Until when a seat was held before its payment at a convenience store was chosen: another method keeps at least that.
alter table participations add column held_before_store_until timestamptz;
