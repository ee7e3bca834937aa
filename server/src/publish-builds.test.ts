import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createPool, type Pool } from '../../api/src/platform/database/db';
import { migrate } from '../../api/src/platform/database/migrate';
import { placeOf, serverFileOf } from '../../shell/server/releases/release-files';
import { makeReleaseKeyPem, readReleaseKey } from '../../shell/server/releases/release-key';
import { createReleaseStore, type ReleaseStore } from '../../shell/server/releases/release-store';
import { startPostgres } from '../../tooling/postgres/postgres.mjs';
import { publishBuilds } from './publish-builds';

jest.setTimeout(60_000);

let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let pool: Pool;
let store: ReleaseStore;
const key = readReleaseKey(makeReleaseKeyPem());
const release = () =>
  publishBuilds({ store, packages: [join(folder, 'mf-events')], releasesDir: join(folder, 'releases') });

/** The build of a remote as in a working copy. */
async function build(version: string) {
  await mkdir(join(folder, 'mf-events', 'dist'), { recursive: true });
  await writeFile(join(folder, 'mf-events', 'dist', 'release.json'), JSON.stringify({ remote: 'mf-events', version }));
  await writeFile(join(folder, 'mf-events', 'dist', 'page.js'), version);
}
const live = async () =>
  (await pool.query<{ version: string }>('select version from registry')).rows.map((row) => row.version);
const fileOf = (version: string) => readFile(join(folder, 'releases', 'mf-events', version, 'page.js'), 'utf8');

beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'manabiba-publish-'));
  postgres = await startPostgres({ dataDir: data, isThrowaway: true });
  pool = createPool(postgres.url);
  await migrate(pool, join(__dirname, '..', '..', 'api', 'migrations'));
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-publish-'));
  await pool.query('truncate releases, registry, release_history, release_health');
  store = createReleaseStore({ pool, key, releasesDir: join(folder, 'releases') });
  await build('1.0.0-a');
  await release();
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await pool.end();
  await postgres.stop();
});

it('releases the first build: its files are kept and it goes live', async () => {
  await expect(live()).resolves.toEqual(['1.0.0-a']);
  await expect(fileOf('1.0.0-a')).resolves.toBe('1.0.0-a');
});

it('keeps the file for the server where browsers cannot load it', async () => {
  const dist = join(folder, 'mf-events', 'dist');
  await mkdir(join(dist, 'server'));
  await writeFile(join(dist, 'server', 'remote.cjs'), 'exports.pages = {}');
  const serverFile = { path: 'server/remote.cjs', bytes: 18, integrity: 'sha384-x' };
  await writeFile(join(dist, 'page.js'), '1.0.0-b');
  await writeFile(join(dist, 'release.json'), JSON.stringify({ remote: 'mf-events', version: '1.0.0-b', serverFile }));
  await release();
  const releasesDir = join(folder, 'releases');
  await expect(readFile(serverFileOf(releasesDir, 'mf-events', '1.0.0-b'), 'utf8')).resolves.toBe('exports.pages = {}');
  await expect(readFile(join(placeOf(releasesDir, 'mf-events', '1.0.0-b'), 'server/remote.cjs'))).rejects.toThrow(
    'ENOENT',
  );
  await expect(fileOf('1.0.0-b')).resolves.toBe('1.0.0-b');
});

it('does nothing when nothing has changed', async () => {
  await expect(release()).resolves.toEqual([]);
});

it('makes a new build live and keeps the files of the old one', async () => {
  await build('1.0.0-b');
  await expect(release()).resolves.toEqual(['mf-events 1.0.0-b']);
  await expect(live()).resolves.toEqual(['1.0.0-b']);
  await expect(fileOf('1.0.0-a')).resolves.toBe('1.0.0-a');
});

it('goes back when the sources go back', async () => {
  await build('1.0.0-b');
  await release();
  await build('1.0.0-a');
  await release();
  await expect(live()).resolves.toEqual(['1.0.0-a']);
});

it('does not restore a rolled back release until there is a new build', async () => {
  await build('1.0.0-b');
  await release();
  await store.rollBack({ remote: 'mf-events', who: 'mf-events team', why: 'a mistake' });
  await release();
  await expect(live()).resolves.toEqual(['1.0.0-a']);
  await build('1.0.0-c');
  await release();
  await expect(live()).resolves.toEqual(['1.0.0-c']);
});

it('releases again when the data folder was lost', async () => {
  await rm(join(folder, 'releases'), { recursive: true });
  await release();
  await expect(fileOf('1.0.0-a')).resolves.toBe('1.0.0-a');
});
