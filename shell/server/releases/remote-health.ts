import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import type { Registry } from '@manabiba/shared/composition/boot-data';
import type { ReleaseKey } from './release-key';
import type { ReleaseStore } from './release-store';

/** How often counts are written down and rollouts are looked at, in milliseconds. */
const FLUSH_MS = 2000;
/** So few failures are chance. */
const MIN_FAILURES = 3;
/** 95 of 100 samples of a release that fails no more often than the live one stay below. */
const Z = 1.645;
/** One address is believed this many failures in a minute: nobody ends a rollout alone by reloading. */
const PER_ADDRESS = 20;
/** Views of which it is remembered what has failed in them. */
const REMEMBERED = 20_000;
const KEPT_DAYS = 7;

export interface Health {
  remote: string;
  version: string;
  views: number;
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
 * Counts how often pages are opened with each release and how often it fails in them, and takes a rollout back that
 * fails more often than what is live.
 */
export function createRemoteHealth({ pool, store, key, onTrouble }: Options) {
  const counts = new Map<string, Health>();
  const failedIn = new Set<string>();
  let addresses = new Map<string, number>();
  let minute = 0;
  let isFailing = false;

  function countOf(remote: string, version: string): Health {
    const name = `${remote} ${version}`;
    const known = counts.get(name) ?? { remote, version, views: 0, failures: 0 };
    counts.set(name, known);
    return known;
  }

  function isTooMany(address: string): boolean {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute || addresses.size > REMEMBERED) addresses = new Map();
    minute = now;
    const told = (addresses.get(address) ?? 0) + 1;
    addresses.set(address, told);
    return told > PER_ADDRESS;
  }

  async function flush(): Promise<void> {
    const told = [...counts.values()];
    counts.clear();
    if (told.length > 0) {
      await pool.query(
        `insert into release_health (remote, version, minute, views, failures)
         select remote, version, date_trunc('minute', now()), views, failures from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as told (remote, version, views, failures)
         on conflict (remote, version, minute) do update set views = release_health.views + excluded.views, failures = release_health.failures + excluded.failures`,
        [told.map(({ remote }) => remote), told.map(({ version }) => version), told.map(({ views }) => views), told.map(({ failures }) => failures)],
      );
    }
    await judge();
  }

  /** Takes back every rollout that fails more often than what is live, measured since it began. */
  async function judge(): Promise<void> {
    for (const { remote, version, rolloutVersion, rolloutSince } of await store.entries()) {
      if (!rolloutVersion || !rolloutSince) continue;
      const rows = await since(rolloutSince, remote);
      const of = (name: string) => rows.find((row) => row.version === name) ?? { remote, version: name, views: 0, failures: 0 };
      const why = failsMoreOften(of(rolloutVersion), of(version));
      if (why) await store.withdraw({ remote, version: rolloutVersion, who: 'error rate', why });
    }
  }

  async function since(time: Date, remote: string | null): Promise<Health[]> {
    const { rows } = await pool.query<Health>(
      `select remote, version, sum(views)::int as views, sum(failures)::int as failures from release_health
       where minute >= date_trunc('minute', $1::timestamptz) and ($2::text is null or remote = $2) group by remote, version order by remote, version`,
      [time, remote],
    );
    return rows;
  }

  const timer = setInterval(() => {
    flush().then(() => { isFailing = false; }, (error: unknown) => {
      if (!isFailing) onTrouble(error);
      isFailing = true;
    });
  }, FLUSH_MS).unref();

  return {
    /** A page was opened with these releases. Returns the mark under which it may tell of failures. */
    sawPage(registry: Registry): string {
      for (const [remote, { version }] of Object.entries(registry.remotes)) countOf(remote, version).views += 1;
      const id = randomBytes(9).toString('base64url');
      return `${id}~${key.mark(`view ${id}`)}`;
    },

    /** A remote failed in a page that was opened here: counted once for each. */
    failed({ view, remote, version, address }: { view: string; remote: string; version: string; address: string }): void {
      const [id = '', mark = ''] = view.split('~');
      const name = `${id} ${remote}`;
      if (!key.isMarked(`view ${id}`, mark) || failedIn.has(name) || isTooMany(address)) return;
      if (failedIn.size >= REMEMBERED) failedIn.clear();
      failedIn.add(name);
      countOf(remote, version).failures += 1;
    },

    /** Views and failures since a time, by release. */
    rates: (time: Date) => since(time, null),

    /** Writes down what was counted and looks at the rollouts. */
    flush,

    async forget(): Promise<void> {
      await pool.query('delete from release_health where minute < now() - make_interval(days => $1)', [KEPT_DAYS]);
    },

    async stop(): Promise<void> {
      clearInterval(timer);
      await flush().catch(() => undefined);
    },
  };
}

/** Why a candidate is taken back, or null while it may well be as good as the live one. */
export function failsMoreOften(candidate: Health, live: Health): string | null {
  if (candidate.failures < MIN_FAILURES || candidate.views === 0) return null;
  const liveRate = live.views === 0 ? 0 : live.failures / live.views;
  if (lowerBound(candidate) <= liveRate) return null;
  return `failed in ${told(candidate)} of its page views; what is live in ${told(live)}`;
}

/** The rate that a release has at least, as far as its views can tell (Wilson's interval). */
function lowerBound({ views, failures }: Health): number {
  const rate = Math.min(1, failures / views);
  const spread = Z * Math.sqrt((rate * (1 - rate) + Z ** 2 / (4 * views)) / views);
  return (rate + Z ** 2 / (2 * views) - spread) / (1 + Z ** 2 / views);
}

const told = ({ views, failures }: Health) => `${failures} of ${views} (${(views === 0 ? 0 : (failures / views) * 100).toFixed(1)} %)`;
