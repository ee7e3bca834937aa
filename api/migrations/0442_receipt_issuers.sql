-- Who issued the receipts of sellers whose accounts were emptied: those of past sales are issued on demand.
create table receipt_issuers (
  seller_id text primary key references users (id),
  name text not null,
  registration_no text,
  url text
);
