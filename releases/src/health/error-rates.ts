import type { Pool } from 'pg';

import { weighFailures } from './failure-sources';

/** Fewer failures than this are treated as chance. */
const MIN_FAILURES = 3;
/** 95 of 100 samples of a release that fails no more often than the other one stay below this z score. */
const Z = 1.645;

export interface Health {
  remote: string;
  version: string;
  views: number;
  failures: number;
}

/** Returns the views and failures of each release since a time. */
export async function healthSince(pool: Pool, time: Date, remote: string | null): Promise<Health[]> {
  const { rows } = await pool.query<Health>(
    `select remote, version, sum(views)::int as views, sum(failures)::int as failures from release_health
     where minute >= date_trunc('minute', $1::timestamptz) and ($2::text is null or remote = $2) group by remote, version order by remote, version`,
    [time, remote],
  );
  return rows;
}

/**
 * Returns views and failures of the releases of a remote since a time, by version. The failures are weighted: no single
 * source can decide what they are used for.
 */
export async function weighedHealthSince(pool: Pool, time: Date, remote: string): Promise<(version: string) => Health> {
  const [rows, weights] = await Promise.all([healthSince(pool, time, remote), weightsSince(pool, time, remote)]);
  return (version) => ({
    remote,
    version,
    views: rows.find((row) => row.version === version)?.views ?? 0,
    failures: weights.get(version) ?? 0,
  });
}

/** Returns the weighted number of failures of each version. */
async function weightsSince(pool: Pool, time: Date, remote: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ version: string; failures: number }>(
    `select version, sum(failures)::int as failures from release_failures
     where minute >= date_trunc('minute', $1::timestamptz) and remote = $2 group by version, source`,
    [time, remote],
  );
  const bySource = new Map<string, number[]>();
  for (const { version, failures } of rows) bySource.set(version, [...(bySource.get(version) ?? []), failures]);
  return new Map([...bySource].map(([version, failures]) => [version, weighFailures(failures)]));
}

/**
 * Returns why a release is withdrawn, or null while it may be as good as the other one.
 *
 * @param name of the other release in that sentence.
 */
export function failsMoreOften(release: Health, other: Health, name: string): string | null {
  if (release.failures < MIN_FAILURES || release.views === 0) return null;
  const otherRate = other.views === 0 ? 0 : other.failures / other.views;
  if (lowerBound(release) <= otherRate) return null;
  return `failed in ${rateOf(release)} of its page views; ${name} in ${rateOf(other)}`;
}

/** Lower bound of a release's failure rate, given its number of views (Wilson score interval). */
function lowerBound({ views, failures }: Health): number {
  const rate = Math.min(1, failures / views);
  const spread = Z * Math.sqrt((rate * (1 - rate) + Z ** 2 / (4 * views)) / views);
  return (rate + Z ** 2 / (2 * views) - spread) / (1 + Z ** 2 / views);
}

const rateOf = ({ views, failures }: Health) =>
  `${failures} of ${views} (${(views === 0 ? 0 : (failures / views) * 100).toFixed(1)} %)`;
