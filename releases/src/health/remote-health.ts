import { randomUUID } from 'node:crypto';

import type { Registry } from '@manabiba/shared/page/boot-data';
import { observed } from '@manabiba/telemetry/observed';
import { millisecondsInMinute } from 'date-fns/constants';
import type { Pool } from 'pg';

import { createFailureNumbers, numberOfView } from '../replay/failure-numbers';
import type { ReleaseKey } from '../store/release-key';
import type { ReleaseStore } from '../store/release-store';
import { healthSince } from './error-rates';
import { sourceOf } from './failure-sources';
import { createHealthCounts } from './health-counts';
import { issuePageView, readPageView } from './page-view';
import { createReleaseJudge } from './release-judge';
import type { TroubleSign } from './trouble-signs';

/** How often counts are flushed and releases are evaluated, in milliseconds. */
const FLUSH_MS = 2000;
/** Maximum number of reports per address and minute. */
const PER_ADDRESS = 20;
/** Maximum number of remembered failures by page view, and of addresses. */
const REMEMBERED = 20_000;
const KEPT_DAYS = 7;

interface Options {
  pool: Pool;
  store: ReleaseStore;
  key: ReleaseKey;
  onTrouble: (trouble: unknown) => void;
}

/** What a page reports. */
interface FailureReport {
  /** Token of the page view. */
  view: string;
  remote: string;
  version: string;
  /** Absent: the remote has failed. */
  sign?: TroubleSign | 'failure' | undefined;
  address: string;
}

export type RemoteHealth = ReturnType<typeof createRemoteHealth>;

/**
 * Counts the page views, failures and signs of trouble of each release, and withdraws a rollout that has them more often
 * than the live release, and a live release that has them more often than the one before.
 */
export function createRemoteHealth({ pool, store, key, onTrouble }: Options) {
  const counts = createHealthCounts(pool);
  const numbers = createFailureNumbers(pool);
  const isFirst = firstOnly();
  const isTooMany = limitByAddress();
  const isTooManyTimings = limitByAddress();
  const judge = createReleaseJudge({ pool, store, onTrouble });
  let isFailing = false;

  function fail(remote: string, version: string, source: string): void {
    observed.releaseFailure.report({ remote, version });
    counts.report({ remote, version, sign: 'failure', source });
  }

  let former: Promise<void> = Promise.resolve();
  /** One at a time: otherwise this one could judge while an earlier one still writes what it has taken. */
  function flush(): Promise<void> {
    former = former
      .catch(() => undefined)
      .then(async () => {
        await counts.write();
        await numbers.write();
        await judge();
      });
    return former;
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
      for (const [remote, { version }] of Object.entries(registry.remotes)) {
        counts.see(remote, version);
        observed.releaseView.report({ remote, version });
      }
      return issuePageView(key, registry);
    },

    /** Returns the versions that the page of this view received; null for a view that may not report. */
    versionsOf(view: string, address: string): ReadonlyMap<string, string> | null {
      return isTooManyTimings(address) ? null : (readPageView(key, view)?.versions ?? null);
    },

    /**
     * Counts a failure of a remote, or a sign of trouble, in a page that received this version of it: each once per page
     * view. Returns whether it counted.
     */
    failed({ view, remote, version, sign = 'failure', address }: FailureReport): boolean {
      const opened = readPageView(key, view);
      if (!opened || opened.versions.get(remote) !== version || isTooMany(address)) return false;
      if (!isFirst(opened.id, `${remote} ${sign}`)) return false;
      const source = sourceOf(key, address, opened.id);
      if (sign === 'failure') {
        fail(remote, version, source);
        numbers.note(numberOfView(opened), opened);
      } else counts.report({ remote, version, sign, source });
      return true;
    },

    /** Remembers which releases the page of this view had when it showed its user this number. */
    sawNumber({ view, number, address }: { view: string; number: string; address: string }): void {
      const opened = readPageView(key, view);
      if (opened && !isTooMany(address)) numbers.note(number, opened);
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
      for (const table of ['release_health', 'release_failures', 'release_signs']) {
        await pool.query(`delete from ${table} where minute < now() - make_interval(days => $1)`, [KEPT_DAYS]);
      }
      await numbers.forget();
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

/** Returns whether this is reported of the view for the first time. The oldest views are evicted first. */
function firstOnly(): (viewId: string, what: string) => boolean {
  const failedIn = new Set<string>();
  return (viewId, what) => {
    const name = `${viewId} ${what}`;
    if (failedIn.has(name)) return false;
    failedIn.add(name);
    for (const oldest of failedIn) {
      if (failedIn.size <= REMEMBERED) break;
      failedIn.delete(oldest);
    }
    return true;
  };
}
