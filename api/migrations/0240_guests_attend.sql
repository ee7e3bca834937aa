-- A ticket that was bought without an account admits whoever holds its link, on one device at a time.
alter table participations add column guest_visitor_id text;
comment on column participations.guest_visitor_id is 'the anonymous visitor whom the link of the ticket has admitted last';
alter table classroom_users
  add column guest_participation_id text references participations (id) on delete set null,
  add column guest_name text;
comment on column classroom_users.guest_participation_id is 'the guest ticket by whose link an anonymous visitor was admitted';
create index classroom_users_guests on classroom_users (guest_participation_id) where guest_participation_id is not null;
