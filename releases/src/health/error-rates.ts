import type { Pool } from 'pg';

import { failsMoreOften, failsMoreOftenOnServer, type Tally } from './fails-more-often';
import { weighFailures } from './failure-sources';
import { deedOf, type Measure, measures } from './trouble-signs';

/**
 * Signs of trouble that fewer page views have than this do not count, whatever was measured of the other release: weak
 * phones have some with every release, and a browser that has an older shell open reports none.
 */
const USUAL_TROUBLE = 0.05;

export interface Health extends Tally {
  remote: string;
  version: string;
}

/** Page views of a release, and the weighted number of those with each measure. */
interface WeighedHealth {
  views: number;
  countOf(measure: Measure): number;
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
 * Returns what the releases of a remote have done since a time, by version. The counts are weighted: no single source
 * can decide what they are used for.
 */
export async function weighedHealthSince(
  pool: Pool,
  time: Date,
  remote: string,
): Promise<(version: string) => WeighedHealth> {
  const [rows, weights] = await Promise.all([healthSince(pool, time, remote), weightsSince(pool, time, remote)]);
  return (version) => ({
    views: rows.find((row) => row.version === version)?.views ?? 0,
    countOf: (measure) => weights.get(`${version} ${measure}`) ?? 0,
  });
}

/** Returns the weighted number of page views with each measure, by version and measure. */
async function weightsSince(pool: Pool, time: Date, remote: string): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ version: string; measure: Measure; views: number }>(
    `select version, case when source like 'server %' then 'server' else 'failure' end as measure, sum(failures)::int as views from release_failures
     where minute >= date_trunc('minute', $1::timestamptz) and remote = $2 group by version, source
     union all
     select version, sign as measure, sum(views)::int as views from release_signs
     where minute >= date_trunc('minute', $1::timestamptz) and remote = $2 group by version, sign, source`,
    [time, remote],
  );
  const bySource = new Map<string, number[]>();
  for (const { version, measure, views } of rows) {
    const name = `${version} ${measure}`;
    bySource.set(name, [...(bySource.get(name) ?? []), views]);
  }
  return new Map([...bySource].map(([name, views]) => [name, weighFailures(views)]));
}

/**
 * Returns why a release is withdrawn, or null while it may be as good as the other one.
 *
 * @param name of the other release in that sentence.
 */
export function whyWorse(release: WeighedHealth, other: WeighedHealth, name: string): string | null {
  for (const measure of measures) {
    const [of, before] = [tallyOf(release, measure), tallyOf(other, measure)];
    if (isWorse(measure, of, before))
      return `${deedOf[measure]} in ${rateOf(of)} of its page views; ${name} in ${rateOf(before)}`;
  }
  return null;
}

function isWorse(measure: Measure, release: Tally, other: Tally): boolean {
  if (measure === 'server') return failsMoreOftenOnServer(release, other);
  return failsMoreOften(release, other, measure === 'failure' ? 0 : USUAL_TROUBLE);
}

const tallyOf = ({ views, countOf }: WeighedHealth, measure: Measure): Tally => ({ views, failures: countOf(measure) });
const rateOf = ({ views, failures }: Tally) =>
  `${failures} of ${views} (${(views === 0 ? 0 : (failures / views) * 100).toFixed(1)} %)`;
