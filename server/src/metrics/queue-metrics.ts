import type { Gauge } from 'prom-client';

import type { Pool } from '../../../api/src/platform/database/db';

/**
 * What waits in the database, how much of it and for how long, by queue. A mail that failed while a later one was sent has
 * no age: its address is at fault, and the queue goes on.
 */
const WAITING = `
  select 'domain_events' as queue, count(*)::int as waiting, min(created_at) as oldest from (
      select created_at from domain_events where handled_at is null
      union all select e.created_at from domain_event_deliveries d join domain_events e on e.id = d.event_id) events
  union all select 'live_documents', count(*)::int, min(due_at) from live_outbox where due_at <= now()
  union all select 'mails', count(*)::int,
      min(created_at) filter (where attempts = 0 or created_at > coalesce((select max(sent_at) from mails), '-infinity'))
    from mails where sent_at is null and failed_at is null
  union all select 'notifications_' || every.channel, count(d.id)::int, min(d.created_at)
    from unnest(array['mail', 'push']) as every (channel)
    left join notification_deliveries d on d.channel = every.channel and d.state = 'queued' group by every.channel
  union all select 'jobs', count(*)::int, min(start_after) from pgboss.job where state in ('created', 'retry') and start_after <= now()`;

/** The releases that pages get. */
const RELEASES = `
  select remote, version, case when is_retired then 'retired' else 'live' end as state from registry
  union all select remote, rollout_version, 'rollout' from registry where rollout_version is not null`;

export interface DatabaseGauges {
  isUp: Gauge;
  waiting: Gauge<'queue'>;
  oldest: Gauge<'queue'>;
  releases: Gauge<'remote' | 'version' | 'state'>;
}

/**
 * Reads what only the database knows. A database that does not answer is a value, not a failure: the other metrics are
 * served. `onTrouble` gets the reason.
 */
export async function readDatabaseMetrics(
  pool: Pool,
  { isUp, waiting, oldest, releases }: DatabaseGauges,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  for (const gauge of [waiting, oldest, releases]) gauge.reset();
  try {
    const [queues, live] = await Promise.all([
      pool.query<{ queue: string; waiting: number; seconds: number }>(
        `select queue, waiting, greatest(0, coalesce(extract(epoch from now() - oldest), 0))::float8 as seconds from (${WAITING}) queues`,
      ),
      pool.query<{ remote: string; version: string; state: string }>(RELEASES),
    ]);
    for (const row of queues.rows) {
      waiting.set({ queue: row.queue }, row.waiting);
      oldest.set({ queue: row.queue }, row.seconds);
    }
    for (const { remote, version, state } of live.rows) releases.set({ remote, version, state }, 1);
    isUp.set(1);
  } catch (error) {
    isUp.set(0);
    onTrouble(error);
  }
}
