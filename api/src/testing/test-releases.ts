import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type ReleaseStore,
  createReleaseControl,
  createReleaseStore,
  makeReleaseKeyPem,
  placeOf,
  readReleaseKey,
  usesOfRelease,
} from '@manabiba/releases';

import type { ReleaseControl } from '../modules/staff/releases/release-control';
import type { Pool } from '../platform/database/db';
import { joiningPool } from '../platform/database/joining-pool';

/** The real releases of the web server, on the database of a test. */
export interface TestReleases {
  control: ReleaseControl;
  /** As the team that releases uses it. */
  store: ReleaseStore;
  /** Stages a release whose manifest is whole. */
  stage(remote: string, version: string): Promise<void>;
  /** Stages a release, and makes it live or rolls it out. */
  release(remote: string, version: string, rollout?: Rollout): Promise<void>;
  /** Removes the files of a release. */
  loseFiles(remote: string, version: string): Promise<void>;
}

type Rollout = Pick<Parameters<ReleaseStore['publish']>[0], 'percent' | 'rule' | 'isWorthReload'> & {
  /** The page of the release; one of its own by default. */
  path?: string;
};

/** What the shell shares in tests. */
const gives = { react: '19.3.1' };

export function openTestReleases({ pool, folder }: { pool: Pool; folder: string }): TestReleases {
  const key = readReleaseKey(makeReleaseKeyPem());
  const releasesDir = join(folder, 'releases');
  const store = createReleaseStore({ pool, key, releasesDir });
  async function stage(remote: string, version: string, path?: string): Promise<void> {
    await mkdir(placeOf(releasesDir, remote, version), { recursive: true });
    await store.stage(manifestOf(remote, version, path), 'aoi@example.jp');
  }
  return {
    control: createReleaseControl({
      pool: joiningPool(pool),
      key,
      releasesDir,
      readGives: () => Promise.resolve(gives),
      readUses: usesOfRelease,
    }),
    store,
    stage,
    async release(remote, version, { path, ...rollout } = { percent: null }) {
      await stage(remote, version, path);
      await store.publish({ remote, version, who: 'aoi@example.jp', why: '新しい一覧', ...rollout });
    },
    loseFiles: (remote, version) => rm(placeOf(releasesDir, remote, version), { recursive: true }),
  };
}

/** A page of its own under the name of the remote: `mf-polls` has /polls. */
function manifestOf(remote: string, version: string, path = `/${remote.replace(/^mf-/, '')}`) {
  return {
    remote,
    version,
    container: remote.replaceAll('-', '_'),
    entry: 'entry.js',
    files: { 'entry.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-x' } },
    routes: [{ path, page: 'page', title: '投票', access: 'anyone' }],
    slots: [],
    preloads: { pages: { page: ['entry.js'] }, slots: {} },
    requires: { react: '^19.0.0' },
  };
}
