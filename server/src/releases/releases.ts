import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import {
  type ReleaseKey,
  type ReleaseStore,
  type ReleaseTokens,
  type RemoteHealth,
  type Testers,
  createReleaseStore,
  createReleaseTokens,
  createRemoteHealth,
} from '@manabiba/releases';

import type { Pool } from '../../../api/src/platform/database/db';
import { publishBuilds, type PublishedBuilds } from './publish-builds';
import { createTesters } from './testers';

/** How often files of old releases and old failure counts are removed, in milliseconds. */
const HOUSEKEEPING_INTERVAL_MS = 3_600_000;

interface ReleasesOptions {
  pool: Pool;
  key: ReleaseKey;
  /** The product's data folder; released files are kept in its `releases/` folder. */
  dataDir: string;
  /** Folders of the remotes whose builds are released at start. */
  remotes: string[];
  logger: { error(details: object, message: string): void };
}

/** The release service of a running product. */
interface RunningReleases {
  /** Folder of the released files. */
  dir: string;
  store: ReleaseStore;
  health: RemoteHealth;
  /** The tokens with which teams release. */
  tokens: ReleaseTokens;
  testers: Testers;
  /** What became of the builds of this workspace at start. */
  builds: PublishedBuilds;
  /** Waits for pending work. */
  close(): Promise<void>;
}

/** Releases the new builds of this workspace, monitors the health of live releases and removes old files. */
export async function startReleases({
  pool,
  key,
  dataDir,
  remotes,
  logger,
}: ReleasesOptions): Promise<RunningReleases> {
  const dir = join(dataDir, 'releases');
  await mkdir(dir, { recursive: true });
  const store = createReleaseStore({ pool, key, releasesDir: dir });
  const builds = await publishBuilds({ store, releasesDir: dir, packages: remotes });
  const health = createRemoteHealth({
    pool,
    store,
    key,
    onTrouble: (err) => logger.error({ err }, 'the health of releases cannot be stored'),
  });
  const removeOld = async () => {
    await store.removeOld();
    await health.forget();
  };
  const onTrouble = (err: unknown) => logger.error({ err }, 'old releases cannot be removed');
  let housekeeping = removeOld().catch(onTrouble);
  const timer = setInterval(() => {
    housekeeping = removeOld().catch(onTrouble);
  }, HOUSEKEEPING_INTERVAL_MS).unref();
  return {
    dir,
    store,
    health,
    tokens: createReleaseTokens({ pool, key }),
    testers: createTesters(pool),
    builds,
    async close() {
      clearInterval(timer);
      await housekeeping;
      await health.stop();
    },
  };
}
