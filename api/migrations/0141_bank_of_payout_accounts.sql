-- The bank account that the provider pays out to, as it reports it.
alter table payout_accounts add column bank_name text, add column bank_last4 text;
