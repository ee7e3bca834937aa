import { randomUUID } from 'node:crypto';

import type { Registry } from '@manabiba/shared/page/boot-data';
import type { Pool } from 'pg';

import type { ReleaseKey } from '../release-key';
import type { ReleaseStore } from '../release-store';
import { sourceOf, weighFailures } from './failure-sources';
import { issuePageView, readPageView } from './page-view';

/** How often counts are flushed and rollouts are evaluated, in milliseconds. */
const FLUSH_MS = 2000;
/** Fewer failures than this are treated as chance. */
const MIN_FAILURES = 3;
/** 95 of 100 samples of a release that fails no more often than the live one stay below this z score. */
const Z = 1.645;
/** Maximum number of reports per address and minute. */
const PER_ADDRESS = 20;
/** Maximum number of remembered failures by page view, and of sources between two flushes. */
const REMEMBERED = 20_000;
const KEPT_DAYS = 7;

export interface Health {
  remote: string;
  version: string;
  views: number;
  failures: number;
}

interface Report {
  remote: string;
  version: string;
  source: string;
  failures: number;
}

interface Options {
  pool: Pool;
  store: ReleaseStore;
  key: ReleaseKey;
  onTrouble: (trouble: unknown) => void;
}

export type RemoteHealth = ReturnType<typeof createRemoteHealth>;

/**
 * Counts the page views and failures of each release, and withdraws a rollout that fails more often than the live
 * release.
 */
export function createRemoteHealth({ pool, store, key, onTrouble }: Options) {
  const counts = new Map<string, Health>();
  let reports = new Map<string, Report>();
  const isFirst = firstOnly();
  const isTooMany = limitByAddress();
  let isFailing = false;

  function countOf(remote: string, version: string): Health {
    const name = `${remote} ${version}`;
    const known = counts.get(name) ?? { remote, version, views: 0, failures: 0 };
    counts.set(name, known);
    return known;
  }

  function report(remote: string, version: string, source: string): void {
    const name = `${remote} ${version} ${source}`;
    const known = reports.get(name) ?? { remote, version, source, failures: 0 };
    if (reports.size >= REMEMBERED && known.failures === 0) return;
    known.failures += 1;
    reports.set(name, known);
  }

  async function flush(): Promise<void> {
    const told = [...counts.values()];
    counts.clear();
    if (told.length > 0) {
      await pool.query(
        `insert into release_health (remote, version, minute, views, failures)
         select remote, version, date_trunc('minute', now()), views, failures from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as told (remote, version, views, failures)
         on conflict (remote, version, minute) do update set views = release_health.views + excluded.views, failures = release_health.failures + excluded.failures`,
        [
          told.map(({ remote }) => remote),
          told.map(({ version }) => version),
          told.map(({ views }) => views),
          told.map(({ failures }) => failures),
        ],
      );
    }
    const sources = [...reports.values()];
    reports = new Map();
    if (sources.length > 0) {
      await pool.query(
        `insert into release_failures (remote, version, source, minute, failures)
         select remote, version, source, date_trunc('minute', now()), failures from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as told (remote, version, source, failures)
         on conflict (remote, version, source, minute) do update set failures = release_failures.failures + excluded.failures`,
        [
          sources.map(({ remote }) => remote),
          sources.map(({ version }) => version),
          sources.map(({ source }) => source),
          sources.map(({ failures }) => failures),
        ],
      );
    }
    await judge();
  }

  /**
   * Withdraws every rollout that fails more often than the live release, measured since it began. No single source can
   * decide this.
   */
  async function judge(): Promise<void> {
    for (const { remote, version, rolloutVersion, rolloutSince } of await store.entries()) {
      if (!rolloutVersion || !rolloutSince) continue;
      const [rows, weights] = await Promise.all([
        since(pool, rolloutSince, remote),
        weighedSince(pool, rolloutSince, remote),
      ]);
      const of = (name: string) => ({
        remote,
        version: name,
        views: rows.find((row) => row.version === name)?.views ?? 0,
        failures: weights.get(name) ?? 0,
      });
      const why = failsMoreOften(of(rolloutVersion), of(version));
      if (why) await store.withdraw({ remote, version: rolloutVersion, who: 'error rate', why });
    }
  }

  const timer = setInterval(() => {
    flush().then(
      () => {
        isFailing = false;
      },
      (error: unknown) => {
        if (!isFailing) onTrouble(error);
        isFailing = true;
      },
    );
  }, FLUSH_MS).unref();

  return {
    /** Counts a page view with these releases. Returns the token with which the page may report failures. */
    sawPage(registry: Registry): string {
      for (const [remote, { version }] of Object.entries(registry.remotes)) countOf(remote, version).views += 1;
      return issuePageView(key, registry);
    },

    /** Counts a failure of a remote in a page that received this version of it, once per page view. */
    failed({
      view,
      remote,
      version,
      address,
    }: {
      view: string;
      remote: string;
      version: string;
      address: string;
    }): void {
      const opened = readPageView(key, view);
      if (!opened || opened.versions.get(remote) !== version || isTooMany(address) || !isFirst(opened.id, remote))
        return;
      countOf(remote, version).failures += 1;
      report(remote, version, sourceOf(key, address, opened.id));
    },

    /**
     * Counts a failure of a release on this server. Each counts as a source of its own: unlike the reports of browsers,
     * they cannot be forged.
     */
    failedOnServer({ remote, version }: { remote: string; version: string }): void {
      countOf(remote, version).failures += 1;
      report(remote, version, `server ${randomUUID()}`);
    },

    /** Returns views and failures since a time, by release. */
    rates: (time: Date) => since(pool, time, null),

    /** Writes the counts to the database and evaluates the rollouts. */
    flush,

    async forget(): Promise<void> {
      for (const table of ['release_health', 'release_failures']) {
        await pool.query(`delete from ${table} where minute < now() - make_interval(days => $1)`, [KEPT_DAYS]);
      }
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch(() => undefined);
    },
  };
}

/** Returns the views and failures of each release since a time. */
async function since(pool: Pool, time: Date, remote: string | null): Promise<Health[]> {
  const { rows } = await pool.query<Health>(
    `select remote, version, sum(views)::int as views, sum(failures)::int as failures from release_health
     where minute >= date_trunc('minute', $1::timestamptz) and ($2::text is null or remote = $2) group by remote, version order by remote, version`,
    [time, remote],
  );
  return rows;
}

/** Returns the weighted number of failures of each version. */
async function weighedSince(pool: Pool, time: Date, remote: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ version: string; failures: number }>(
    `select version, sum(failures)::int as failures from release_failures
     where minute >= date_trunc('minute', $1::timestamptz) and remote = $2 group by version, source`,
    [time, remote],
  );
  const bySource = new Map<string, number[]>();
  for (const { version, failures } of rows) bySource.set(version, [...(bySource.get(version) ?? []), failures]);
  return new Map([...bySource].map(([version, failures]) => [version, weighFailures(failures)]));
}

/** Returns whether an address has exceeded its limit in this minute. */
function limitByAddress(): (address: string) => boolean {
  let addresses = new Map<string, number>();
  let minute = 0;
  return (address) => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute || addresses.size > REMEMBERED) addresses = new Map();
    minute = now;
    const told = (addresses.get(address) ?? 0) + 1;
    addresses.set(address, told);
    return told > PER_ADDRESS;
  };
}

/** Returns whether this is the remote's first failure in the view. The oldest views are evicted first. */
function firstOnly(): (viewId: string, remote: string) => boolean {
  const failedIn = new Set<string>();
  return (viewId, remote) => {
    const name = `${viewId} ${remote}`;
    if (failedIn.has(name)) return false;
    failedIn.add(name);
    for (const oldest of failedIn) {
      if (failedIn.size <= REMEMBERED) break;
      failedIn.delete(oldest);
    }
    return true;
  };
}

/** Returns why a candidate is withdrawn, or null while it may be as good as the live release. */
export function failsMoreOften(candidate: Health, live: Health): string | null {
  if (candidate.failures < MIN_FAILURES || candidate.views === 0) return null;
  const liveRate = live.views === 0 ? 0 : live.failures / live.views;
  if (lowerBound(candidate) <= liveRate) return null;
  return `failed in ${told(candidate)} of its page views; what is live in ${told(live)}`;
}

/** Lower bound of a release's failure rate, given its number of views (Wilson score interval). */
function lowerBound({ views, failures }: Health): number {
  const rate = Math.min(1, failures / views);
  const spread = Z * Math.sqrt((rate * (1 - rate) + Z ** 2 / (4 * views)) / views);
  return (rate + Z ** 2 / (2 * views) - spread) / (1 + Z ** 2 / views);
}

const told = ({ views, failures }: Health) =>
  `${failures} of ${views} (${(views === 0 ? 0 : (failures / views) * 100).toFixed(1)} %)`;
