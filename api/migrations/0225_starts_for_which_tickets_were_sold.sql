-- The start of the event for which a paid ticket was bought, kept when the event moves for the first time afterwards.
-- Null while it has not moved. Tickets whose event has moved far from it are refunded in full.
alter table participations add column sold_for_start_at timestamptz;
