-- A plan's price never changes: with a new price another plan takes its place, its successor. Whoever has the plan is
-- told once of that price, and moved to it with the first renewal that is far enough from then.
alter table plans add column successor_id text unique references plans (id);
alter table subscriptions
  add column price_told_of text references plans (id),
  add column price_told_at timestamptz,
  add check ((price_told_of is null) = (price_told_at is null));
