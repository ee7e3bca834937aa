import { randomUUID } from 'node:crypto';

import type { Registry } from '@manabiba/shared/page/boot-data';
import { observed } from '@manabiba/telemetry/observed';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';

import type { ReleaseKey } from '../store/release-key';
import type { ReleaseStore } from '../store/release-store';
import { type Health, healthSince } from './error-rates';
import { sourceOf } from './failure-sources';
import { issuePageView, readPageView } from './page-view';
import { createReleaseJudge } from './release-judge';

/** How often counts are flushed and releases are evaluated, in milliseconds. */
const FLUSH_MS = 2000;
/** Maximum number of reports per address and minute. */
const PER_ADDRESS = 20;
/** Maximum number of remembered failures by page view, and of sources between two flushes. */
const REMEMBERED = 20_000;
const KEPT_DAYS = 7;

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
 * release, and a live release that fails more often than the one before.
 */
export function createRemoteHealth({ pool, store, key, onTrouble }: Options) {
  const counts = new Map<string, Health>();
  let reports = new Map<string, Report>();
  const isFirst = firstOnly();
  const isTooMany = limitByAddress();
  const isTooManyTimings = limitByAddress();
  const judge = createReleaseJudge({ pool, store, onTrouble });
  let isFailing = false;

  function countOf(remote: string, version: string): Health {
    const name = `${remote} ${version}`;
    const known = counts.get(name) ?? { remote, version, views: 0, failures: 0 };
    counts.set(name, known);
    return known;
  }

  function see(remote: string, version: string): void {
    countOf(remote, version).views += 1;
    observed.releaseView.report({ remote, version });
  }

  function fail(remote: string, version: string, source: string): void {
    countOf(remote, version).failures += 1;
    observed.releaseFailure.report({ remote, version });
    report(remote, version, source);
  }

  function report(remote: string, version: string, source: string): void {
    const name = `${remote} ${version} ${source}`;
    const known = reports.get(name) ?? { remote, version, source, failures: 0 };
    if (reports.size >= REMEMBERED && known.failures === 0) return;
    known.failures += 1;
    reports.set(name, known);
  }

  async function flush(): Promise<void> {
    const counted = [...counts.values()];
    counts.clear();
    if (counted.length > 0) {
      await pool.query(
        `insert into release_health (remote, version, minute, views, failures)
         select remote, version, date_trunc('minute', now()), views, failures from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as counted (remote, version, views, failures)
         on conflict (remote, version, minute) do update set views = release_health.views + excluded.views, failures = release_health.failures + excluded.failures`,
        [
          counted.map(({ remote }) => remote),
          counted.map(({ version }) => version),
          counted.map(({ views }) => views),
          counted.map(({ failures }) => failures),
        ],
      );
    }
    const sources = [...reports.values()];
    reports = new Map();
    if (sources.length > 0) {
      await pool.query(
        `insert into release_failures (remote, version, source, minute, failures)
         select remote, version, source, date_trunc('minute', now()), failures from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as counted (remote, version, source, failures)
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
      for (const [remote, { version }] of Object.entries(registry.remotes)) see(remote, version);
      return issuePageView(key, registry);
    },

    /** Returns the versions that the page of this view received; null for a view that may not report. */
    versionsOf(view: string, address: string): ReadonlyMap<string, string> | null {
      return isTooManyTimings(address) ? null : (readPageView(key, view)?.versions ?? null);
    },

    /**
     * Counts a failure of a remote in a page that received this version of it, once per page view. Returns whether it
     * counted.
     */
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
    }): boolean {
      const opened = readPageView(key, view);
      if (!opened || opened.versions.get(remote) !== version || isTooMany(address) || !isFirst(opened.id, remote))
        return false;
      fail(remote, version, sourceOf(key, address, opened.id));
      return true;
    },

    /**
     * Counts a failure of a release on this server. Each counts as a separate source: unlike the reports of browsers,
     * they cannot be forged.
     */
    failedOnServer({ remote, version }: { remote: string; version: string }): void {
      fail(remote, version, `server ${randomUUID()}`);
    },

    /** Returns views and failures since a time, by release. */
    rates: (time: Date) => healthSince(pool, time, null),

    /** Writes the counts to the database and evaluates rollouts and new releases. */
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

/** Returns whether an address has exceeded its limit in this minute. */
function limitByAddress(): (address: string) => boolean {
  let addresses = new Map<string, number>();
  let minute = 0;
  return (address) => {
    const now = Math.floor(Date.now() / millisecondsInMinute);
    if (now !== minute || addresses.size > REMEMBERED) addresses = new Map();
    minute = now;
    const counted = (addresses.get(address) ?? 0) + 1;
    addresses.set(address, counted);
    return counted > PER_ADDRESS;
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
