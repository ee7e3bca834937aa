import { inquiryNumber } from '@manabiba/telemetry/request-ids';
import type { Pool } from 'pg';
import * as z from 'zod/mini';

import type { PageView } from '../health/page-view';
import type { Queryable } from '../registry/registry-reader';
import { remoteName, versionName } from '../store/release-manifest';

/** As long as the files of releases that are no longer live are kept, in days. */
const KEPT_DAYS = 30;
/** Numbers that wait to be written; further ones are lost. */
const MAX_WAITING = 1000;

/** A number as users read it: `0AF7-6519`. */
export const failureNumber = z.string().check(z.regex(/^[\dA-F]{4}-[\dA-F]{4}$/));

const failureRow = z.object({ at: z.date(), versions: z.record(remoteName, versionName) });

/** The releases of the page in which something failed. */
interface FailureReleases {
  at: Date;
  versions: Readonly<Record<string, string>>;
}

/** The number that a page shows when a part of it fails: the beginning of the id of its page view. */
export const numberOfView = ({ id }: Pick<PageView, 'id'>) => inquiryNumber(id);

/** Remembers in memory which releases belong to a failure's number, until they are written. */
export function createFailureNumbers(pool: Pool) {
  let waiting = new Map<string, ReadonlyMap<string, string>>();
  return {
    note(number: string, { versions }: Pick<PageView, 'versions'>): void {
      if (waiting.size < MAX_WAITING && !waiting.has(number)) waiting.set(number, versions);
    },

    async write(): Promise<void> {
      const noted = [...waiting];
      waiting = new Map();
      if (noted.length === 0) return;
      // Whoever reported first keeps the number.
      await pool.query(
        `insert into failure_releases (number, versions) select number, versions::jsonb from unnest($1::text[], $2::text[]) as noted (number, versions)
         on conflict (number) do nothing`,
        [noted.map(([number]) => number), noted.map(([, versions]) => JSON.stringify(Object.fromEntries(versions)))],
      );
    },

    async forget(): Promise<void> {
      await pool.query(`delete from failure_releases where at < now() - make_interval(days => $1)`, [KEPT_DAYS]);
    },
  };
}

/** Returns the releases of a failure; undefined when its number is unknown. */
export async function findFailure(pool: Queryable, number: string): Promise<FailureReleases | undefined> {
  const { rows } = await pool.query('select at, versions from failure_releases where number = $1', [number]);
  return rows[0] === undefined ? undefined : failureRow.parse(rows[0]);
}
