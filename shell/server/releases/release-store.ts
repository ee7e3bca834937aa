import type { Pool, PoolClient } from 'pg';

import { type BuiltOn, mustBeBuiltOnLive } from './live-has-moved';
import { removeOldReleases } from './old-releases';
import { isThere, placeOf } from './release-files';
import { goBackTarget, type HistoryRow } from './release-history';
import type { ReleaseKey } from './release-key';
import { isSameRelease } from './release-manifest';
import { ReleaseRefusal } from './release-refusal';
import { nextRevision, note, readEntries, readHistory, readReloadReasons, type RegistryRow } from './release-rows';
import { isPointerSigned, isReleaseSigned, type Pointer, signPointer, signRelease } from './signed-rows';

/** Advisory lock that serializes changes of the registry. Any number that is otherwise unused on this database. */
const LOCK = 7_261_003;
const NO_ROLLOUT = { rolloutVersion: null, rolloutPercent: null };

interface Act {
  remote: string;
  who: string;
  why: string;
}

/** What a start does with a build of the workspace, and what is live before. */
export interface WorkspacePlan {
  plan: 'publish' | 'leave' | 'keep' | 'retired';
  live?: string;
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
  async function entryOf(client: Pick<PoolClient, 'query'>, remote: string) {
    const row = (await readEntries(client, remote))[0];
    return row && isPointerSigned(key, row, row.signature) ? row : undefined;
  }

  /** Returns the entry of a remote that users have; undefined for one that is retired. */
  async function liveEntryOf(client: PoolClient, remote: string) {
    const entry = await entryOf(client, remote);
    return entry?.isRetired ? undefined : entry;
  }

  /** Points a remote to another release. Throws when that release is not signed with our key or its files are gone. */
  async function point(client: PoolClient, next: Omit<Pointer, 'revision'>, revision: number) {
    if (!next.isRetired)
      for (const version of [next.version, next.rolloutVersion])
        if (version) await mustBeWhole(client, next.remote, version);
    const pointer = { ...next, revision };
    await client.query(
      `insert into registry (remote, version, revision, rollout_version, rollout_percent, rollout_since, is_retired, signature) values ($1, $2, $3, $4, $5, case when $4::text is null then null else now() end, $6, $7)
       on conflict (remote) do update set version = excluded.version, revision = excluded.revision, is_retired = excluded.is_retired, signature = excluded.signature, updated_at = now(),
         rollout_version = excluded.rollout_version, rollout_percent = excluded.rollout_percent,
         rollout_since = case when registry.rollout_version = excluded.rollout_version then registry.rollout_since else excluded.rollout_since end`,
      [
        next.remote,
        next.version,
        revision,
        next.rolloutVersion,
        next.rolloutPercent,
        next.isRetired ?? false,
        signPointer(key, pointer),
      ],
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
     * @param builtOn what was live when the release was checked; throws `LiveHasMoved` when something else is. Absent: it
     * replaces whatever is live.
     * @param skipped why the gate was not run and who agreed: a line of its own in the history.
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
        builtOn,
        skipped,
      }: Act & {
        version: string;
        percent: number | null;
        isWorthReload?: boolean | undefined;
        builtOn?: BuiltOn | undefined;
        skipped?: { why: string; approvedBy: string } | undefined;
      },
      check: () => Promise<void> = async () => undefined,
    ) {
      return changing(async (client) => {
        const before = await liveEntryOf(client, remote);
        await check();
        const isRollout = percent !== null && before !== undefined && before.version !== version;
        if (before?.version === version && before.rolloutVersion === null)
          return { isNews: false, from: before.version };
        if (builtOn) await mustBeBuiltOnLive(client, remote, builtOn, before);
        const next = isRollout
          ? { remote, version: before.version, rolloutVersion: version, rolloutPercent: percent }
          : { remote, version, rolloutVersion: null, rolloutPercent: null };
        await point(client, next, await nextRevision(client, remote));
        const line = { remote, version, who, fromVersion: before?.version ?? null };
        if (skipped) await note(client, { ...line, ...skipped, action: 'gate_skipped', percent: null });
        const action = isRollout ? 'rollout_started' : 'published';
        await note(client, { ...line, why, action, percent: isRollout ? percent : null, isWorthReload });
        return { isNews: true, from: line.fromVersion };
      });
    },

    /** Ends a running rollout; without one, restores the previously live release. Returns what is live afterwards. */
    rollBack({ remote, who, why }: Act): Promise<{ version: string; left: string }> {
      return changing(async (client) => {
        const before = await liveEntryOf(client, remote);
        if (!before) throw new ReleaseRefusal(`${remote} has no live release.`);
        const target = before.rolloutVersion
          ? before.version
          : goBackTarget(await readHistory(client, remote), before.version);
        if (!target)
          throw new ReleaseRefusal(
            `${remote} ${before.version} is the first release: there is no earlier one. To take it away: npm run release -- ${remote} --retire`,
          );
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

    /**
     * Takes a remote away from everybody, and ends its rollout: its pages say that they are gone. A later release brings
     * it back. Returns what was live.
     */
    retire({ remote, who, why }: Act): Promise<{ left: string }> {
      return changing(async (client) => {
        const before = await entryOf(client, remote);
        if (!before) throw new ReleaseRefusal(`${remote} has no live release.`);
        const { version, isRetired } = before;
        if (isRetired) throw new ReleaseRefusal(`${remote} is retired already; its last release was ${version}.`);
        await point(
          client,
          { remote, version, rolloutVersion: null, rolloutPercent: null, isRetired: true },
          await nextRevision(client, remote),
        );
        await note(client, { remote, version, who, why, action: 'retired', fromVersion: version, percent: null });
        return { left: version };
      });
    },

    /**
     * Withdraws a release that fails, if it is still the same one: the rollout, or the live release, in whose place
     * `to` goes live. Throws when the files of that one are gone. A rollout beside the live release goes on.
     */
    withdraw({ remote, who, why, version, to }: Act & { version: string; to?: string }): Promise<boolean> {
      return changing(async (client) => {
        const before = await liveEntryOf(client, remote);
        if (!before || (to ? before.version : before.rolloutVersion) !== version) return false;
        const { version: live, rolloutVersion, rolloutPercent } = before;
        const kept = to && rolloutVersion !== to ? { rolloutVersion, rolloutPercent } : NO_ROLLOUT;
        await point(client, { remote, version: to ?? live, ...kept }, await nextRevision(client, remote));
        await note(client, {
          remote,
          version: to ?? version,
          who,
          why,
          action: to ? 'rolled_back' : 'rollout_withdrawn',
          fromVersion: live,
          percent: to ? null : rolloutPercent,
        });
        return true;
      });
    },

    /** Records that a release was rejected. */
    async refuse({ remote, who, why, version }: Act & { version: string }): Promise<void> {
      await note(pool, { remote, version, who, why, action: 'refused', fromVersion: null, percent: null });
    },

    /**
     * Returns what a start does with a build of the workspace: publish it because it is new, leave it because it was
     * live, refused or rolled back before, or keep the release that a team made live (or rolls out) in its place. A
     * retired remote stays retired.
     */
    async planWorkspaceBuild(remote: string, version: string): Promise<WorkspacePlan> {
      const entry = await entryOf(pool, remote);
      if (!entry) return { plan: 'publish' };
      if (entry.isRetired) return { plan: 'retired' };
      const history = await readHistory(pool, remote);
      const releasedBy = (live: string) =>
        history.findLast((row) => row.action === 'published' && row.version === live)?.who;
      if (entry.rolloutVersion !== null || releasedBy(entry.version) !== WORKSPACE)
        return { plan: entry.version === version ? 'leave' : 'keep', live: entry.version };
      const last = history.findLastIndex(({ who, action }) => who === WORKSPACE && action === 'published');
      const isKnown =
        history[last]?.version === version || history.slice(last + 1).some((row) => row.version === version);
      return { plan: isKnown ? 'leave' : 'publish', live: entry.version };
    },

    /** Returns the manifest of a staged release. */
    async manifestOf(remote: string, version: string): Promise<unknown> {
      const { rows } = await pool.query<{ manifest: unknown }>(
        'select manifest from releases where remote = $1 and version = $2',
        [remote, version],
      );
      return rows[0]?.manifest;
    },

    /** Returns the live releases, rollouts and retired remotes whose signatures are valid. */
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
    removeOld(): Promise<string[]> {
      return changing((client) =>
        removeOldReleases(client, releasesDir, async (remote) => (await liveEntryOf(client, remote))?.version),
      );
    },
  };
}

/** Name of the releaser at startup. */
export const WORKSPACE = 'workspace';
