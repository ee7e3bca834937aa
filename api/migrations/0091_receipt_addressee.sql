-- For whom the receipt of a payment is to be made out, where the buyer has said so before paying.
alter table payments add column addressee text;
