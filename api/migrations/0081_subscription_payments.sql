-- Payments of plans stand beside those of tickets: each is one paid invoice of the provider, sold by the platform itself.
alter table payments
  add column kind text not null default 'ticket' check (kind in ('ticket', 'subscription')),
  add column subscription_id text references subscriptions (id),
  add column provider_invoice_id text unique,
  alter column participation_id drop not null,
  alter column seller_id drop not null,
  add check (
    case kind
      when 'ticket' then participation_id is not null and seller_id is not null and subscription_id is null and provider_invoice_id is null
      else participation_id is null and seller_id is null and subscription_id is not null and provider_invoice_id is not null
    end
  );
create index payments_subscription on payments (subscription_id) where subscription_id is not null;
