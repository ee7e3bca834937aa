import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  type ReleaseStore,
  createReleaseStore,
  makeReleaseKeyPem,
  placeOf,
  readReleaseKey,
  releaseMapsOf,
  serverFileOf,
} from '@manabiba/releases';

import { createPool, type Pool } from '../../../api/src/platform/database/db';
import { cloneTemplate, type TestDatabase } from '../../../api/src/testing/test-database';
import { publishBuilds } from './publish-builds';

let folder: string;
let database: TestDatabase;
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
  database = await cloneTemplate();
  pool = createPool(database.url);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-publish-'));
  await pool.query('truncate releases, registry, environment_releases, release_history, release_health');
  store = createReleaseStore({ pool, key, releasesDir: join(folder, 'releases') });
  await build('1.0.0-a');
  await release();
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await pool.end();
  await database.drop();
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

it('keeps source maps where browsers cannot load them', async () => {
  const maps = join(folder, 'mf-events', 'dist', 'source-maps');
  await mkdir(maps);
  await writeFile(join(maps, 'page.js.map'), '{}');
  await build('1.0.0-b');
  await release();
  const releasesDir = join(folder, 'releases');
  expect(await readdir(placeOf(releasesDir, 'mf-events', '1.0.0-b'))).toEqual(['page.js', 'release.json']);
  expect(await readdir(releaseMapsOf(releasesDir, 'mf-events', '1.0.0-b'))).toEqual(['page.js.map']);
});

it('does nothing when nothing has changed', async () => {
  await expect(release()).resolves.toEqual({ published: [], kept: [] });
});

it('makes a new build live and keeps the files of the old one', async () => {
  await build('1.0.0-b');
  await expect(release()).resolves.toEqual({ published: ['mf-events 1.0.0-b'], kept: [] });
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

/** What `npm run release` does at the end: the files are there and the release goes live. */
async function releaseByTeam(version: string, percent: number | null = null) {
  await mkdir(placeOf(join(folder, 'releases'), 'mf-events', version), { recursive: true });
  await store.stage({ remote: 'mf-events', version }, 'aoi');
  await store.publish({ remote: 'mf-events', version, percent, who: 'aoi', why: 'a newer list' });
}

it('keeps the release of a team and names the build that did not go live', async () => {
  await releaseByTeam('1.0.0-team');
  await build('1.0.0-b');
  await expect(release()).resolves.toEqual({
    published: [],
    kept: [{ build: 'mf-events 1.0.0-b', live: '1.0.0-team' }],
  });
  await expect(live()).resolves.toEqual(['1.0.0-team']);
});

it('does not end the rollout of a team', async () => {
  await releaseByTeam('1.0.0-team', 10);
  await build('1.0.0-b');
  await expect(release()).resolves.toMatchObject({ published: [], kept: [{ live: '1.0.0-a' }] });
  const { rows } = await pool.query('select version, rollout_version from registry');
  expect(rows).toEqual([{ version: '1.0.0-a', rollout_version: '1.0.0-team' }]);
});

it('keeps a release of a team to which another one was rolled back', async () => {
  await releaseByTeam('1.0.0-team');
  await releaseByTeam('1.0.0-worse');
  await store.rollBack({ remote: 'mf-events', who: 'aoi', why: 'worse' });
  await build('1.0.0-b');
  await release();
  await expect(live()).resolves.toEqual(['1.0.0-team']);
});

it('follows the workspace again when the release of a team was rolled back to its build', async () => {
  await releaseByTeam('1.0.0-team');
  await store.rollBack({ remote: 'mf-events', who: 'aoi', why: 'a mistake' });
  await expect(release()).resolves.toEqual({ published: [], kept: [] });
  await build('1.0.0-b');
  await release();
  await expect(live()).resolves.toEqual(['1.0.0-b']);
});

it('does not bring back a retired remote, and reports it', async () => {
  await store.retire({ remote: 'mf-events', who: 'aoi', why: 'nobody uses it' });
  await build('1.0.0-b');
  await expect(release()).resolves.toEqual({ published: [], kept: [{ build: 'mf-events 1.0.0-b', live: null }] });
  await releaseByTeam('1.0.0-team');
  await expect(live()).resolves.toEqual(['1.0.0-team']);
});

it('releases again when the data folder was lost', async () => {
  await rm(join(folder, 'releases'), { recursive: true });
  await release();
  await expect(fileOf('1.0.0-a')).resolves.toBe('1.0.0-a');
});
