-- What whoever buys several paid dates of a series at once pays less, in percent.
alter table series add column discount_percent integer not null default 0 check (discount_percent between 0 and 50);

-- Dates bought at once share one intent of the provider. Each has a payment of its own, which is earned, refunded and
-- receipted alone; all of them name the first one.
alter table payments add column bundle_id text references payments (id);
create index payments_of_bundle on payments (bundle_id) where bundle_id is not null;
alter table payments drop constraint payments_provider_intent_id_key;
create unique index payments_single_intent on payments (provider_intent_id) where bundle_id is null;
create index payments_intent on payments (provider_intent_id);
