-- The archive of an event is sold by a ticket type of its own: at most one per event, without a limit of seats.
alter table ticket_types drop constraint ticket_types_kind_check;
alter table ticket_types add constraint ticket_types_kind_check check (kind in ('general', 'student', 'premium', 'invited', 'archive'));
alter table ticket_types add constraint ticket_types_archive_check check (kind <> 'archive' or (quota is null and price > 0));
create unique index ticket_types_archive on ticket_types (event_id) where kind = 'archive';
alter table participations drop constraint participations_route_check;
alter table participations add constraint participations_route_check check (route in ('general', 'premium', 'student', 'invitation', 'archive'));
alter table participations drop constraint participations_cancel_reason_check;
alter table participations add constraint participations_cancel_reason_check
  check (cancel_reason in ('self', 'organizer', 'event_cancelled', 'late_payment', 'guardian', 'archive_withdrawn'));
alter table refunds drop constraint refunds_reason_check;
alter table refunds add constraint refunds_reason_check
  check (reason in ('self', 'organizer', 'event_cancelled', 'late_payment', 'duplicate', 'guardian', 'staff', 'archive_withdrawn'));
