import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { type ReleaseStore, WORKSPACE, isThere, keepServerFile, placeOf, releaseMapsOf } from '@manabiba/releases';

/** Folder of a build with the source maps of its scripts. */
const SOURCE_MAPS = 'source-maps';

export interface PublishOptions {
  store: ReleaseStore;
  /** Folders of the remotes in this repository. */
  packages: string[];
  /** Folder of released files: `<remote>/<version>/…`. */
  releasesDir: string;
}

/** The result of a start for the builds of this workspace, as `mf-events 1.0.0-1234abcd`. */
export interface PublishedBuilds {
  published: string[];
  /**
   * Builds that did not go live, because a team's release is live in their place, or because it has retired the remote.
   */
  kept: { build: string; live: string | null }[];
}

/**
 * Releases the builds of this workspace that are new: not those last released from here, and none that were released,
 * refused or rolled back since. What a team has released stays live, and what was retired stays away.
 */
export async function publishBuilds({ store, packages, releasesDir }: PublishOptions): Promise<PublishedBuilds> {
  const news: PublishedBuilds = { published: [], kept: [] };
  for (const folder of packages) {
    const release = JSON.parse(await readFile(join(folder, 'dist', 'release.json'), 'utf8')) as {
      remote: string;
      version: string;
      serverFile?: { path: string };
    };
    const { remote, version, serverFile } = release;
    const { plan, live } = await store.planWorkspaceBuild(remote, version);
    if (plan === 'retired') {
      news.kept.push({ build: `${remote} ${version}`, live: null });
      continue;
    }
    // A live release that has lost its files is replaced by the current build: better than none.
    const isWhole = live !== undefined && (await isThere(placeOf(releasesDir, remote, live)));
    if (plan !== 'publish' && isWhole) {
      if (plan === 'keep') news.kept.push({ build: `${remote} ${version}`, live });
      continue;
    }
    const dist = join(folder, 'dist');
    if (serverFile) await keepServerFile(releasesDir, release, await readFile(join(dist, serverFile.path)));
    await copyFiles(join(dist, SOURCE_MAPS), releaseMapsOf(releasesDir, remote, version));
    await copyFiles(dist, placeOf(releasesDir, remote, version), [
      SOURCE_MAPS,
      ...(serverFile ? [serverFile.path] : []),
    ]);
    await store.stage(release, WORKSPACE);
    await store.publish({ remote, version, percent: null, who: WORKSPACE, why: 'built in the workspace' });
    news.published.push(`${remote} ${version}`);
  }
  return news;
}

/**
 * A release is copied to a temporary folder and then renamed, so that it is complete or absent.
 *
 * @param except what must not be where browsers can load it.
 */
async function copyFiles(from: string, to: string, except: readonly string[] = []): Promise<void> {
  if ((await isThere(to)) || !(await isThere(from))) return;
  const draft = `${to}.${process.pid}`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  await cp(from, draft, { recursive: true });
  for (const path of except) await rm(join(draft, path), { recursive: true, force: true });
  await rename(draft, to);
}
