-- The trace (W3C traceparent) of the request that caused it: what is done later goes on in the same trace.
alter table live_outbox add column traceparent text;
alter table domain_events add column traceparent text;
