import { isDeepStrictEqual } from 'node:util';

import type { Pool, PoolClient } from 'pg';

import { isThere, placeOf, removeFiles } from './release-files';
import { goBackTarget, type HistoryRow } from './release-history';
import type { ReleaseKey } from './release-key';
import { servedManifest } from './release-manifest';
import { nextRevision, note, readEntries, readHistory, readReloadReasons, type RegistryRow } from './release-rows';
import { isPointerSigned, isReleaseSigned, type Pointer, signPointer, signRelease } from './signed-rows';

/** Advisory lock that serializes changes of the registry. Any number that is otherwise unused on this database. */
const LOCK = 7_261_003;
/** How long the files of a release are kept after it was last live, in days: open pages still request them. */
const KEPT_DAYS = 30;

/** Rejected change of the registry, with the reason as one sentence for the caller. */
export class ReleaseRefusal extends Error {
  override name = 'ReleaseRefusal';
}

interface Act {
  remote: string;
  who: string;
  why: string;
}

export type ReleaseStore = ReturnType<typeof createReleaseStore>;

/**
 * Reads and changes which release of each remote is live. Every change is signed, serialized and recorded in the
 * history.
 */
export function createReleaseStore({ pool, key, releasesDir }: { pool: Pool; key: ReleaseKey; releasesDir: string }) {
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
  async function entryOf(client: PoolClient, remote: string) {
    const row = (await readEntries(client, remote))[0];
    return row && isPointerSigned(key, row, row.signature) ? row : undefined;
  }

  /** Points a remote to another release. Throws when that release is not signed with our key or its files are gone. */
  async function point(client: PoolClient, next: Omit<Pointer, 'revision'>, revision: number) {
    for (const version of [next.version, next.rolloutVersion])
      if (version) await mustBeWhole(client, next.remote, version);
    const pointer = { ...next, revision };
    await client.query(
      `insert into registry (remote, version, revision, rollout_version, rollout_percent, rollout_since, signature) values ($1, $2, $3, $4, $5, case when $4::text is null then null else now() end, $6)
       on conflict (remote) do update set version = excluded.version, revision = excluded.revision, signature = excluded.signature, updated_at = now(),
         rollout_version = excluded.rollout_version, rollout_percent = excluded.rollout_percent,
         rollout_since = case when registry.rollout_version = excluded.rollout_version then registry.rollout_since else excluded.rollout_since end`,
      [next.remote, next.version, revision, next.rolloutVersion, next.rolloutPercent, signPointer(key, pointer)],
    );
  }

  async function mustBeWhole(client: PoolClient, remote: string, version: string) {
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

  return {
    /** Stages a release; no browser gets it yet. Throws when a different one exists under that version. */
    async stage(manifest: { remote: string; version: string }, who: string): Promise<void> {
      const { remote, version } = manifest;
      const {
        rows: [known],
      } = await pool.query<{ manifest: unknown; signature: string | null }>(
        'select manifest, signature from releases where remote = $1 and version = $2',
        [remote, version],
      );
      if (
        known &&
        isReleaseSigned(key, remote, version, known.manifest, known.signature) &&
        !isSameRelease(known.manifest, manifest)
      ) {
        throw new ReleaseRefusal(
          `${remote} ${version} already exists with different content: a version never changes.`,
        );
      }
      await pool.query(
        `insert into releases (remote, version, manifest, created_by, signature) values ($1, $2, $3, $4, $5)
         on conflict (remote, version) do update set manifest = excluded.manifest, signature = excluded.signature, files_removed_at = null`,
        [remote, version, JSON.stringify(manifest), who, signRelease(key, remote, version, manifest)],
      );
    },

    /**
     * Makes a staged release live, or rolls it out to a share of the browsers.
     *
     * @param percent null for everyone.
     * @param isWorthReload notifies users who have an older release open.
     * @param check receives the registry under the lock and throws when the release must not go live.
     */
    publish(
      {
        remote,
        who,
        why,
        version,
        percent,
        isWorthReload = false,
      }: Act & { version: string; percent: number | null; isWorthReload?: boolean | undefined },
      check: () => Promise<void> = async () => undefined,
    ) {
      return changing(async (client) => {
        const before = await entryOf(client, remote);
        await check();
        const isRollout = percent !== null && before !== undefined && before.version !== version;
        if (before?.version === version && before.rolloutVersion === null)
          return { isNews: false, from: before.version };
        const next = isRollout
          ? { remote, version: before.version, rolloutVersion: version, rolloutPercent: percent }
          : { remote, version, rolloutVersion: null, rolloutPercent: null };
        await point(client, next, await nextRevision(client, remote));
        await note(client, {
          remote,
          version,
          who,
          why,
          action: isRollout ? 'rollout_started' : 'published',
          fromVersion: before?.version ?? null,
          percent: isRollout ? percent : null,
          isWorthReload,
        });
        return { isNews: true, from: before?.version ?? null };
      });
    },

    /** Ends a running rollout; without one, restores the previously live release. Returns what is live afterwards. */
    rollBack({ remote, who, why }: Act): Promise<{ version: string; left: string }> {
      return changing(async (client) => {
        const before = await entryOf(client, remote);
        if (!before) throw new ReleaseRefusal(`${remote} has no live release.`);
        const target = before.rolloutVersion
          ? before.version
          : goBackTarget(await readHistory(client, remote), before.version);
        if (!target)
          throw new ReleaseRefusal(`${remote} ${before.version} is the first release: there is no earlier one.`);
        const left = before.rolloutVersion ?? before.version;
        await point(
          client,
          { remote, version: target, rolloutVersion: null, rolloutPercent: null },
          await nextRevision(client, remote),
        );
        await note(client, {
          remote,
          version: before.rolloutVersion ?? target,
          who,
          why,
          action: before.rolloutVersion ? 'rollout_withdrawn' : 'rolled_back',
          fromVersion: before.version,
          percent: null,
        });
        return { version: target, left };
      });
    },

    /** Withdraws a rollout, if it is still the same one. */
    withdraw({ remote, who, why, version }: Act & { version: string }): Promise<boolean> {
      return changing(async (client) => {
        const before = await entryOf(client, remote);
        if (before?.rolloutVersion !== version) return false;
        await point(
          client,
          { remote, version: before.version, rolloutVersion: null, rolloutPercent: null },
          await nextRevision(client, remote),
        );
        await note(client, {
          remote,
          version,
          who,
          why,
          action: 'rollout_withdrawn',
          fromVersion: before.version,
          percent: before.rolloutPercent,
        });
        return true;
      });
    },

    /** Records that a release was rejected. */
    async refuse({ remote, who, why, version }: Act & { version: string }): Promise<void> {
      await note(pool, { remote, version, who, why, action: 'refused', fromVersion: null, percent: null });
    },

    /**
     * Returns whether a build of the workspace is newer than every change to the remote since the last workspace build.
     */
    async isNewBuild(remote: string, version: string): Promise<boolean> {
      const [entry] = await readEntries(pool, remote);
      if (!entry || !isPointerSigned(key, entry, entry.signature)) return true;
      const history = await readHistory(pool, remote);
      const last = history.findLastIndex(({ who, action }) => who === WORKSPACE && action === 'published');
      if (last !== -1 && history[last]?.version === version) return false;
      return !history.slice(last + 1).some((row) => row.version === version);
    },

    /** Returns the manifest of a staged release. */
    async manifestOf(remote: string, version: string): Promise<unknown> {
      const { rows } = await pool.query<{ manifest: unknown }>(
        'select manifest from releases where remote = $1 and version = $2',
        [remote, version],
      );
      return rows[0]?.manifest;
    },

    /** Returns the live releases and rollouts whose signatures are valid. */
    async entries(): Promise<RegistryRow[]> {
      return (await readEntries(pool)).filter((row) => isPointerSigned(key, row, row.signature));
    },

    /** Returns the reasons for open pages to reload, by remote. */
    reloadReasons: () => readReloadReasons(pool),

    /** Returns the last changes, the newest first. */
    async history(limit: number): Promise<HistoryRow[]> {
      return (await readHistory(pool)).slice(-limit).reverse();
    },

    /** Removes the files of releases that can no longer be open in any page. Returns what was removed. */
    retire(): Promise<string[]> {
      return changing(async (client) => {
        const { rows } = await client.query<{ remote: string; version: string }>(
          `select remote, version from releases where files_removed_at is null
             and not exists (select from registry where registry.remote = releases.remote and releases.version in (registry.version, registry.rollout_version))
             and greatest(created_at, (select max(at) from release_history h where h.remote = releases.remote and releases.version in (h.version, h.from_version)))
               < now() - make_interval(days => $1)`,
          [KEPT_DAYS],
        );
        const removed: string[] = [];
        for (const { remote, version } of rows) {
          const live = (await entryOf(client, remote))?.version;
          // One rollback must always be possible.
          if (live && goBackTarget(await readHistory(client, remote), live) === version) continue;
          await removeFiles(releasesDir, remote, version);
          await client.query('update releases set files_removed_at = now() where remote = $1 and version = $2', [
            remote,
            version,
          ]);
          await note(client, {
            remote,
            version,
            who: 'housekeeping',
            why: `not live for ${KEPT_DAYS} days`,
            action: 'files_removed',
            fromVersion: null,
            percent: null,
          });
          removed.push(`${remote} ${version}`);
        }
        return removed;
      });
    },
  };
}

/**
 * Returns whether two manifests agree on everything that pages receive; other build details may have been dropped on
 * the way.
 */
function isSameRelease(known: unknown, given: unknown): boolean {
  const [before, now] = [servedManifest.safeParse(known), servedManifest.safeParse(given)];
  return isDeepStrictEqual(before.data, now.data);
}

/** Name of the releaser at startup. */
export const WORKSPACE = 'workspace';
