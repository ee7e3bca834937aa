-- The staff sees how many people have each plan.
create index subscriptions_plan on subscriptions (plan_id, state) where state <> 'cancelled';
