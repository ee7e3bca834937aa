import type { Pool } from 'pg';

import { createEnvironmentStore } from '../environments/environment-store';
import { type Advance, advanceWithin, type FitCheck } from './changes/advance-rollout';
import { bringBackWithin } from './changes/bring-back';
import { type PublishRequest, publishWithin } from './changes/publish-release';
import {
  type Act,
  createRegistryChanges,
  mustBeAsSeen,
  NO_ROLLOUT,
  type QueryClient,
} from './changes/registry-changes';
import { liveWith, rollBackWithin, withdrawWithin } from './changes/take-back';
import { removeOldReleases } from './old-releases';
import { goBackTarget, type HistoryRow } from './release-history';
import type { ReleaseKey } from './release-key';
import { isSameRelease } from './release-manifest';
import { ReleaseRefusal } from './release-refusal';
import {
  note,
  readEntries,
  readHistory,
  readLived,
  readManifest,
  readReloadReasons,
  type RegistryRow,
} from './release-rows';
import { isPointerSigned, isReleaseSigned, signRelease } from './signed-rows';

/** The action of a start on a build of the workspace, and the live release before. */
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
  const changes = createRegistryChanges({ pool, key, releasesDir });
  const { changing, entryOf, liveEntryOf, point } = changes;
  const environments = createEnvironmentStore({ pool, changes });
  const undoing = { changes, environments };

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

    /** The environments other than production. */
    environments,

    /**
     * Makes a staged release live, or rolls it out to a share of the browsers or to those who fit a rule.
     *
     * @param check runs under the lock, on its connection, and throws when the release must not go live.
     */
    publish: (request: PublishRequest, check: (client: QueryClient) => Promise<void> = async () => undefined) =>
      changing((client) => publishWithin(changes, client, request, check)),

    /** Shows the release in a rollout to a larger share, or makes it live. Returns the shares before and after. */
    advance: (request: Advance, check: FitCheck) =>
      changing((client) => advanceWithin(changes, client, request, check)),

    /**
     * Makes the last release of a retired remote live again. Returns it.
     *
     * @param check runs under the lock, on its connection, and throws when that release does not fit what is live now.
     */
    bringBack: (act: Act, check: (version: string, client: QueryClient) => Promise<void>) =>
      changing((client) => bringBackWithin(changes, client, act, check)),

    /**
     * Ends a running rollout; without one, restores the previously live release, and those of the remotes that went live
     * with it in one change. Returns what is live afterwards, and what went back with it.
     */
    rollBack: (act: Act) => changing((client) => rollBackWithin(undoing, client, act)),

    /**
     * Retires a remote for all users and ends its rollout: its pages show that they are gone. A later release brings
     * it back. Returns the release that was live.
     */
    retire({ remote, who, why, revision }: Act): Promise<{ left: string }> {
      return changing(async (client) => {
        const before = await entryOf(client, remote);
        if (!before) throw new ReleaseRefusal(`${remote} has no live release.`);
        mustBeAsSeen(before, { remote, revision });
        const { version, isRetired } = before;
        if (isRetired) throw new ReleaseRefusal(`${remote} is retired already; its last release was ${version}.`);
        await point(client, { remote, version, ...NO_ROLLOUT, isRetired: true });
        await note(client, { remote, version, who, why, action: 'retired', fromVersion: version, percent: null });
        await environments.withdrawAll(client, { remote, who, why });
        return { left: version };
      });
    },

    /** Withdraws a release that fails, with what went live with it. */
    withdraw: (request: Act & { version: string; to?: string }): Promise<boolean> =>
      changing((client) => withdrawWithin(undoing, client, request)),

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
    manifestOf: (remote: string, version: string) => readManifest(pool, remote, version),

    /** Returns the live releases, rollouts and retired remotes whose signatures are valid. */
    async entries(): Promise<RegistryRow[]> {
      return (await readEntries(pool)).filter((row) => isPointerSigned(key, row, row.signature));
    },

    /** Returns the reasons for open pages to reload, by remote. */
    reloadReasons: () => readReloadReasons(pool),

    /** Returns the last changes, of one remote or of all, the newest first. */
    async history(limit: number, remote?: string): Promise<HistoryRow[]> {
      return (await readHistory(pool, remote)).slice(-limit).reverse();
    },

    /** Returns the release to which rolling back leads; undefined without one. */
    async rollBackTarget(remote: string, live: string): Promise<string | undefined> {
      return goBackTarget(await readLived(pool, remote), live);
    },

    /** Returns what rolling back a live release takes back with it. */
    liveWith: (remote: string, version: string) => liveWith(changes, pool, { remote, version }),

    /** Returns whether a release is signed with our key and its files are kept. */
    isWhole: (remote: string, version: string): Promise<boolean> =>
      changes.mustBeWhole(pool, remote, version).then(
        () => true,
        (error: unknown) => {
          if (error instanceof ReleaseRefusal) return false;
          throw error;
        },
      ),

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
