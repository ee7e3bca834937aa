-- Several seats in one purchase. Each further seat is a participation of its own, without an account until its person
-- takes it over by its link; it is held, paid and expires with the buyer's. The payment stays with the buyer's.
alter table participations
  add column lead_id text references participations (id) on delete cascade,
  add column companion_name text;
comment on column participations.lead_id is 'the seat of the buyer, with the payment of all seats of the purchase';
comment on column participations.companion_name is 'for whom the buyer has bought this further seat';
create index participations_companions on participations (lead_id) where lead_id is not null;

-- A refund of one further seat; null: of the buyer's seat and what ended with it, or of the rest of a payment.
alter table refunds add column participation_id text references participations (id);
create index refunds_companions on refunds (participation_id) where participation_id is not null;
