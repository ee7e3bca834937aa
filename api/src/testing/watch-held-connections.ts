import type { Pool, PoolClient } from 'pg';

/** How often connections are looked at, in milliseconds. */
const TICK_MS = 10;

/**
 * Measures for how long a connection is held without a statement while others wait for one. Statements that run are no
 * such time, however slow the database is; nor is what this process is busy with, however slow the machine is: a late
 * tick counts as one.
 */
export function watchHeldConnections(pool: Pool) {
  const heldFor = new Map<PoolClient, number>();
  const seen = new WeakSet<PoolClient>();
  let longest = 0;
  pool.on('acquire', (client) => {
    heldFor.set(client, 0);
    if (seen.has(client)) return;
    seen.add(client);
    // A statement has ended.
    client.on('drain', () => heldFor.has(client) && heldFor.set(client, 0));
  });
  pool.on('release', (_error, client) => heldFor.delete(client));
  const timer = setInterval(() => {
    for (const [client, ms] of heldFor) {
      const isIdle = (client as unknown as { readyForQuery: boolean }).readyForQuery && pool.waitingCount > 0;
      heldFor.set(client, isIdle ? ms + TICK_MS : 0);
      longest = Math.max(longest, ms);
    }
  }, TICK_MS);
  return {
    /** Returns the longest time since the last call, in milliseconds. */
    takeLongest(): number {
      const taken = longest;
      longest = 0;
      return taken;
    },
    stop: () => clearInterval(timer),
  };
}
