import type { Pool } from 'pg';

import type { Health } from './error-rates';
import type { TroubleSign } from './trouble-signs';

/** Maximum number of remembered sources between two writes. */
const REMEMBERED = 20_000;

interface Report {
  remote: string;
  version: string;
  sign: TroubleSign | 'failure';
  source: string;
  count: number;
}

/** Counts page views, failures and signs of trouble in memory until they are written. */
export function createHealthCounts(pool: Pool) {
  const counts = new Map<string, Health>();
  let reports = new Map<string, Report>();

  function countOf(remote: string, version: string): Health {
    const name = `${remote} ${version}`;
    const known = counts.get(name) ?? { remote, version, views: 0, failures: 0 };
    counts.set(name, known);
    return known;
  }

  async function writeCounts(counted: readonly Health[]): Promise<void> {
    if (counted.length === 0) return;
    await pool.query(
      `insert into release_health (remote, version, minute, views, failures)
       select remote, version, date_trunc('minute', now()), views, failures from unnest($1::text[], $2::text[], $3::int[], $4::int[]) as counted (remote, version, views, failures)
       order by remote, version
       on conflict (remote, version, minute) do update set views = release_health.views + excluded.views, failures = release_health.failures + excluded.failures`,
      [
        counted.map(({ remote }) => remote),
        counted.map(({ version }) => version),
        counted.map(({ views }) => views),
        counted.map(({ failures }) => failures),
      ],
    );
  }

  async function writeFailures(sources: readonly Report[]): Promise<void> {
    if (sources.length === 0) return;
    await pool.query(
      `insert into release_failures (remote, version, source, minute, failures)
       select remote, version, source, date_trunc('minute', now()), failures from unnest($1::text[], $2::text[], $3::text[], $4::int[]) as counted (remote, version, source, failures)
       order by remote, version, source
       on conflict (remote, version, source, minute) do update set failures = release_failures.failures + excluded.failures`,
      [
        sources.map(({ remote }) => remote),
        sources.map(({ version }) => version),
        sources.map(({ source }) => source),
        sources.map(({ count }) => count),
      ],
    );
  }

  return {
    /** Counts a page view with a release. */
    see(remote: string, version: string): void {
      countOf(remote, version).views += 1;
    },

    /** Counts a page view in which a release failed, or showed a sign of trouble. */
    report({ remote, version, sign, source }: Omit<Report, 'count'>): void {
      if (sign === 'failure') countOf(remote, version).failures += 1;
      const name = `${remote} ${version} ${sign} ${source}`;
      const known = reports.get(name) ?? { remote, version, sign, source, count: 0 };
      if (reports.size >= REMEMBERED && known.count === 0) return;
      known.count += 1;
      reports.set(name, known);
    },

    /** Writes what was counted since the last time. Counts that cannot be written are kept for the next time. */
    async write(): Promise<void> {
      const counted = [...counts.values()];
      counts.clear();
      await writeCounts(counted).catch((error: unknown) => {
        for (const { remote, version, views, failures } of counted) {
          const count = countOf(remote, version);
          count.views += views;
          count.failures += failures;
        }
        throw error;
      });
      const sources = [...reports.values()];
      reports = new Map();
      await writeFailures(sources.filter(({ sign }) => sign === 'failure'));
      await writeSigns(
        pool,
        sources.filter(({ sign }) => sign !== 'failure'),
      );
    },
  };
}

async function writeSigns(pool: Pool, sources: readonly Report[]): Promise<void> {
  if (sources.length === 0) return;
  await pool.query(
    `insert into release_signs (remote, version, sign, source, minute, views)
     select remote, version, sign, source, date_trunc('minute', now()), views from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[]) as counted (remote, version, sign, source, views)
     order by remote, version, sign, source
     on conflict (remote, version, sign, source, minute) do update set views = release_signs.views + excluded.views`,
    [
      sources.map(({ remote }) => remote),
      sources.map(({ version }) => version),
      sources.map(({ sign }) => sign),
      sources.map(({ source }) => source),
      sources.map(({ count }) => count),
    ],
  );
}
