import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPool, type Pool } from '../../../api/src/platform/database/db';
import { cloneTemplate, type TestDatabase } from '../../../api/src/testing/test-database';
import { mustFitLive } from '../../../releases/src/evidence/must-fit';
import { placeOf } from '../../../releases/src/store/release-files';
import { makeReleaseKeyPem, readReleaseKey } from '../../../releases/src/store/release-key';
import { createReleaseStore } from '../../../releases/src/store/release-store';

let folder: string;
let database: TestDatabase;
let pool: Pool;
const key = readReleaseKey(makeReleaseKeyPem());
const act = { who: 'aoi@example.jp', why: '新しい一覧' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-one-connection-'));
  database = await cloneTemplate();
  pool = createPool(database.url, { max: 1 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

const manifestOf = (remote: string, page: string) => ({
  remote,
  version: '1.0.0',
  container: remote.replaceAll('-', '_'),
  entry: 'entry.js',
  files: { 'entry.js': { bytes: 1, brotliBytes: 1, integrity: 'sha384-x' } },
  routes: [{ path: `/${page}`, page, title: '投票', access: 'anyone' }],
  slots: [],
  preloads: { pages: { [page]: ['entry.js'] }, slots: {} },
  requires: { react: '^19.0.0' },
});

it('checks a release on the connection of its change, however many releases come at once', async () => {
  const store = createReleaseStore({ pool, key, releasesDir: folder });
  const release = async (remote: string, page: string) => {
    await mkdir(placeOf(folder, remote, '1.0.0'), { recursive: true });
    await store.stage(manifestOf(remote, page), act.who);
    return store.publish({ ...act, remote, version: '1.0.0', percent: null }, async (client) => {
      const wanted = { remote, version: '1.0.0', environment: null };
      await mustFitLive(wanted, { key, gives: { react: '19.3.1' } }, client);
    });
  };
  const first = await Promise.all([release('mf-a', 'a'), release('mf-b', 'b'), release('mf-c', 'c')]);
  expect(first.map(({ isNews }) => isNews)).toEqual([true, true, true]);
  // What is live is seen there.
  await expect(release('mf-d', 'a')).rejects.toThrow('/a');
});
