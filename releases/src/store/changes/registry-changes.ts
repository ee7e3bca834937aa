import type { Pool, PoolClient } from 'pg';

import { isThere, placeOf } from '../release-files';
import type { ReleaseKey } from '../release-key';
import { ReleaseRefusal } from '../release-refusal';
import { nextRevision, readEntries, type RegistryRow } from '../release-rows';
import { isPointerSigned, isReleaseSigned, type Pointer, signPointer } from '../signed-rows';

/** Advisory lock that serializes changes of the registry. Any number that is otherwise unused on this database. */
const LOCK = 7_261_003;
export const NO_ROLLOUT = { rolloutVersion: null, rolloutPercent: null };

export type QueryClient = Pick<PoolClient, 'query'>;

/** Who changes a remote, and why. */
export interface Act {
  remote: string;
  who: string;
  why: string;
  /** The revision that the caller has seen: the change is refused when another one came first. Absent: it is not. */
  revision?: number | undefined;
}

export type RegistryChanges = ReturnType<typeof createRegistryChanges>;

/** What every change of the registry goes through: one lock, one transaction, signed entries of whole releases. */
export function createRegistryChanges({
  pool,
  key,
  releasesDir,
}: {
  pool: Pool;
  key: ReleaseKey;
  releasesDir: string;
}) {
  /** Runs a change under the lock, in one transaction. */
  async function changing<T>(act: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
      const result = await act(client);
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }

  /** Returns the entry of a remote; undefined when it is not signed with our key. */
  async function entryOf(client: QueryClient, remote: string): Promise<RegistryRow | undefined> {
    const row = (await readEntries(client, remote))[0];
    return row && isPointerSigned(key, row, row.signature) ? row : undefined;
  }

  /** Returns the entry of a remote that users have; undefined for one that is retired. */
  async function liveEntryOf(client: QueryClient, remote: string): Promise<RegistryRow | undefined> {
    const entry = await entryOf(client, remote);
    return entry?.isRetired ? undefined : entry;
  }

  /** Throws when a release is not signed with our key or its files are gone. */
  async function mustBeWhole(client: QueryClient, remote: string, version: string): Promise<void> {
    const {
      rows: [row],
    } = await client.query<{ manifest: unknown; signature: string | null }>(
      'select manifest, signature from releases where remote = $1 and version = $2',
      [remote, version],
    );
    if (!row || !isReleaseSigned(key, remote, version, row.manifest, row.signature))
      throw new ReleaseRefusal(`${remote} ${version} is not a release of this installation.`);
    if (!(await isThere(placeOf(releasesDir, remote, version))))
      throw new ReleaseRefusal(`The files of ${remote} ${version} are no longer kept.`);
  }

  /** Points a remote to another release. Throws when that release is not whole. */
  async function point(client: QueryClient, next: Omit<Pointer, 'revision'>): Promise<void> {
    if (!next.isRetired)
      for (const version of [next.version, next.rolloutVersion])
        if (version) await mustBeWhole(client, next.remote, version);
    const revision = await nextRevision(client, next.remote);
    await client.query(
      `insert into registry (remote, version, revision, rollout_version, rollout_percent, rollout_rule, rollout_since, is_retired, signature) values ($1, $2, $3, $4, $5, $6, case when $4::text is null then null else now() end, $7, $8)
       on conflict (remote) do update set version = excluded.version, revision = excluded.revision, is_retired = excluded.is_retired, signature = excluded.signature, updated_at = now(),
         rollout_version = excluded.rollout_version, rollout_percent = excluded.rollout_percent, rollout_rule = excluded.rollout_rule,
         rollout_since = case when registry.rollout_version = excluded.rollout_version then registry.rollout_since else excluded.rollout_since end`,
      [
        next.remote,
        next.version,
        revision,
        next.rolloutVersion,
        next.rolloutPercent,
        next.rolloutRule ? JSON.stringify(next.rolloutRule) : null,
        next.isRetired ?? false,
        signPointer(key, { ...next, revision }),
      ],
    );
  }

  return { key, changing, entryOf, liveEntryOf, mustBeWhole, point };
}

/** Throws when the entry of a remote is not the one that the caller has seen. */
export function mustBeAsSeen(entry: RegistryRow, { remote, revision }: Pick<Act, 'remote' | 'revision'>): void {
  if (revision !== undefined && revision !== entry.revision)
    throw new ReleaseRefusal(`${remote} has changed: look at it again.`);
}
