-- Receipts and credit notes as they were issued. What is issued never changes: another addressee makes another version,
-- which says that it was reissued.
create table receipt_numbers (
  series text primary key,
  last integer not null
);

create table receipts (
  id text primary key,
  payment_id text references payments (id),
  refund_id text references refunds (id),
  number text not null,
  version integer not null check (version >= 1),
  -- As it was written, byte for byte: the digest is of it.
  content json not null,
  -- SHA-256 of the content, in hexadecimal.
  digest text not null,
  issued_at timestamptz not null,
  unique (number, version),
  unique (payment_id, version),
  unique (refund_id, version),
  check ((payment_id is null) <> (refund_id is null))
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'receipts are never changed or deleted';
end $$;
create trigger receipts_final before update or delete on receipts for each row execute function refuse_change();
