import type { PoolClient } from 'pg';

import { removeFiles } from './release-files';
import { goBackTarget } from './release-history';
import { note, readLived } from './release-rows';

/** How long the files of a release are kept after it was last live, in days: open pages still request them. */
const KEPT_DAYS = 30;

/**
 * Removes the files of releases that can no longer be open in any page, those of retired remotes too. Returns what was
 * removed.
 *
 * @param liveVersionOf the live release of a remote; undefined for a retired one.
 */
export async function removeOldReleases(
  client: PoolClient,
  releasesDir: string,
  liveVersionOf: (remote: string) => Promise<string | undefined>,
): Promise<string[]> {
  const { rows } = await client.query<{ remote: string; version: string }>(
    `select remote, version from releases where files_removed_at is null
       and not exists (select from registry where registry.remote = releases.remote and not is_retired and releases.version in (registry.version, registry.rollout_version))
       and not exists (select from environment_releases kept where kept.remote = releases.remote and kept.version = releases.version)
       and greatest(created_at, (select max(at) from release_history h where h.remote = releases.remote and releases.version in (h.version, h.from_version)))
         < now() - make_interval(days => $1)`,
    [KEPT_DAYS],
  );
  const removed: string[] = [];
  for (const { remote, version } of rows) {
    const live = await liveVersionOf(remote);
    // One rollback must always be possible.
    if (live && goBackTarget(await readLived(client, remote), live) === version) continue;
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
}
