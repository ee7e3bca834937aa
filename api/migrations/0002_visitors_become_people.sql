-- Which account a visitor's anonymous session became, so that what was decided about the visitor goes with the person.
alter table anonymous_visitors add column became_user_id text references users (id) on delete set null;
create index sessions_expiry on sessions (expires_at);
create index idempotency_keys_age on idempotency_keys (created_at);
create index rate_limits_reset on rate_limits (resets_at);
create index anonymous_visitors_seen on anonymous_visitors (last_seen_at);
