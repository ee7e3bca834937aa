import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { LiveVersions } from '@manabiba/shared/page/boot-data';

import { apiPlugin } from '../../api/src/app';
import { readEnv } from '../../api/src/env';
import { apiServerOptions } from '../../api/src/http/server-options';
import { createDb, createPool, type Pool } from '../../api/src/platform/database/db';
import { migrate } from '../../api/src/platform/database/migrate';
import { createRegistryReader } from '../../shell/server/registry/registry-reader';
import { createRemoteHealth, type RemoteHealth } from '../../shell/server/releases/health/remote-health';
import { serverFileOf } from '../../shell/server/releases/release-files';
import { makeReleaseKeyPem, readReleaseKey, type ReleaseKey } from '../../shell/server/releases/release-key';
import { createReleaseStore, type ReleaseStore } from '../../shell/server/releases/release-store';
import { readWebEnv } from '../../shell/server/web-env';
import { createWebServer } from '../../shell/server/web-server';
import { startPostgres } from '../../tooling/postgres/postgres.mjs';
import { publishBuilds } from './publish-builds';

// Tests releases over HTTP on a real database.

jest.setTimeout(120_000);

const root = join(__dirname, '..', '..');
const TOKEN = 'a-deploy-token-that-is-long-enough';
let folder: string;
let postgres: Awaited<ReturnType<typeof startPostgres>>;
let pool: Pool;
let key: ReleaseKey;
let store: ReleaseStore;
let health: RemoteHealth;
let server: Awaited<ReturnType<typeof createWebServer>>;
let releasesDir: string;

async function startServer(env: Record<string, string> = {}) {
  const source = {
    NODE_ENV: 'test',
    DATABASE_URL: postgres.url,
    SESSION_SECRET: 'a secret for the tests that nobody else knows',
    LOG_LEVEL: 'silent',
    DEPLOY_TOKEN: TOKEN,
    ...env,
  };
  return createWebServer({
    env: readWebEnv(source),
    pool,
    releasesDir,
    shellDir: folder,
    mediaDir: folder,
    releaseKey: key,
    releases: { store, health },
    api: { plugin: apiPlugin({ db: createDb(pool), pool, env: readEnv(source) }), options: apiServerOptions },
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-releases-'));
  releasesDir = join(folder, 'releases');
  await mkdir(join(folder, 'client'));
  await writeFile(
    join(folder, 'shell-manifest.json'),
    JSON.stringify({ version: '0', js: [], css: [], gives: { react: '19.3.1', platform: '1.0.0' } }),
  );
  postgres = await startPostgres({ dataDir: join(folder, 'data'), isThrowaway: true });
  pool = createPool(postgres.url);
  await migrate(pool, join(root, 'api', 'migrations'));
  key = readReleaseKey(makeReleaseKeyPem());
  store = createReleaseStore({ pool, key, releasesDir });
  health = createRemoteHealth({
    pool,
    store,
    key,
    onTrouble: (error) => {
      throw error;
    },
  });
});
beforeEach(async () => {
  await pool.query('truncate registry, releases, release_history, release_health, release_failures');
  server = await startServer();
});
afterEach(() => server.close());
afterAll(async () => {
  await health.stop();
  await pool.end();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

const integrityOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A build of mf-events with this entry source. */
function aBuild(
  version: string,
  { source = `console.log("${version}");`, ...changes }: { source?: string } & Record<string, unknown> = {},
) {
  const manifest = {
    remote: 'mf-events',
    container: 'mf_events',
    version,
    entry: 'entry.js',
    files: { 'entry.js': { bytes: source.length, brotliBytes: 1, integrity: integrityOf(source) } },
    routes: [{ path: '/events', page: 'events', title: 'イベント', access: 'anyone' }],
    slots: ['top-events'],
    preloads: { pages: { events: ['entry.js'] }, slots: { 'top-events': ['entry.js'] } },
    requires: { react: '^19.0.0', platform: '^1.0.0' },
    ...changes,
  };
  return { manifest, files: { 'entry.js': Buffer.from(source).toString('base64') } };
}

/** The same build with a file that the server runs. */
function aServerBuild(
  version: string,
  {
    serverSource = `exports.pages = {}; // ${version}`,
    ...changes
  }: { serverSource?: string } & Record<string, unknown> = {},
) {
  const build = aBuild(version, {
    serverFile: { path: 'server/remote.cjs', bytes: serverSource.length, integrity: integrityOf(serverSource) },
    ...changes,
  });
  return { ...build, serverFile: Buffer.from(serverSource).toString('base64') };
}

const act = { remote: 'mf-events', who: 'aoi', why: 'a new list' };
const post = async (path: string, payload: object, token = TOKEN) => {
  const answer = await server.inject({
    method: 'POST',
    url: `/deploy${path}`,
    payload,
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: answer.statusCode,
    body: (answer.payload ? answer.json() : {}) as {
      error?: string;
      gates?: { refusals: string[] }[];
      override?: { name: string; value: string };
      version?: string;
    },
  };
};
const handIn = (build: ReturnType<typeof aBuild> & { serverFile?: string | undefined }) =>
  post('/candidates', { ...act, remote: build.manifest.remote, ...build });
async function release(version: string, percent: number | null = null) {
  expect((await handIn(aBuild(version))).status).toBe(201);
  return post('/releases', { ...act, version, percent });
}
async function versionFor(cookies: Record<string, string> = {}) {
  const { remotes } = (await server.inject({ url: '/registry.json', cookies })).json<{
    remotes: Record<string, { version: string }>;
  }>();
  return remotes['mf-events']?.version;
}
/** The version served by a freshly started server. */
async function freshVersion() {
  const other = await startServer();
  const { remotes } = (await other.inject({ url: '/registry.json' })).json<{
    remotes: Record<string, { version: string }>;
  }>();
  await other.close();
  return remotes['mf-events']?.version;
}
const bootOf = (html: string) =>
  JSON.parse(/id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as {
    view: string;
    registry: { remotes: Record<string, { version: string }> };
  };
const historyOf = async () => (await store.history(20)).map(({ action, version }) => `${action} ${version}`);

describe('a release', () => {
  it('is live at once and recorded in the history with author and reason', async () => {
    await release('1.0.0-a');
    expect(await versionFor()).toBe('1.0.0-a');
    expect(await store.history(1)).toMatchObject([
      { action: 'published', version: '1.0.0-a', who: 'aoi', why: 'a new list', fromVersion: null },
    ]);
    expect(
      (await server.inject({ url: '/r/mf-events/1.0.0-a/entry.js', headers: { 'accept-encoding': 'br' } })).headers[
        'content-encoding'
      ],
    ).toBe('br');
  });

  it('can be previewed in a single browser before it is live', async () => {
    await release('1.0.0-a');
    const { body } = await handIn(aBuild('1.0.0-b'));
    const { name, value } = body.override ?? { name: '', value: '' };
    expect(await versionFor({ [name]: value })).toBe('1.0.0-b');
    expect(await versionFor({ [name]: value.replace('1.0.0-b', '1.0.0-c') })).toBe('1.0.0-a');
    expect(await versionFor()).toBe('1.0.0-a');
  });

  it.each([
    [
      'needs another React version',
      { requires: { react: '^18.0.0', platform: '^1.0.0' } },
      'It needs react ^18.0.0; the live shell provides 19.3.1.',
    ],
    [
      'needs a newer facade',
      { requires: { platform: '^1.1.0' } },
      'It needs platform ^1.1.0; the live shell provides 1.0.0.',
    ],
    [
      'needs a library that the shell does not share',
      { requires: { swr: '^2.0.0' } },
      'It needs swr ^2.0.0, which the live shell does not share.',
    ],
    [
      'exceeds its budget',
      { budget: { events: 0.01 } },
      'The page "events" weighs 0.0 KB of JavaScript (brotli); its budget is 0.01 KB.',
    ],
    [
      'has a slot that exceeds its budget',
      { budget: { 'top-events': 0.01 } },
      'The slot "top-events" weighs 0.0 KB of JavaScript (brotli); its budget is 0.01 KB.',
    ],
    [
      'has a budget for an unknown page or slot',
      { budget: { polls: 50 } },
      'remote.json has a budget for "polls", which is neither a page nor a slot of this remote.',
    ],
    [
      'takes a page of the shell',
      { routes: [{ path: '/signin', page: 'events', title: '', access: 'anyone' }] },
      'The route /signin belongs to the shell.',
    ],
    [
      'takes a page of another remote',
      { routes: [{ path: '/classrooms/{key}', page: 'events', title: '', access: 'anyone' }] },
      'The route /classrooms/{key} belongs to mf-classrooms.',
    ],
    [
      'has an unknown page',
      { routes: [{ path: '/polls', page: 'events', title: '', access: 'anyone' }] },
      'The route /polls is neither in the list of paths (shared/src/navigation/paths.ts) nor under /events.',
    ],
    [
      'has an unknown slot',
      { slots: ['top-polls'] },
      'The slot "top-polls" is not in the list of slots (shared/src/page/slots.ts).',
    ],
    [
      'takes a slot of another remote',
      { slots: ['top-classrooms'] },
      'The slot "top-classrooms" belongs to mf-classrooms.',
    ],
    [
      'evaluates text as code',
      { source: 'eval("1")' },
      "entry.js uses eval: the pages' content policy lets no text run as code.",
    ],
    [
      'creates functions from text',
      { source: 'new Function("return 1")()' },
      "entry.js uses Function as a constructor: the pages' content policy lets no text run as code.",
    ],
    [
      'calls a foreign host',
      { source: 'fetch("https://cdn.evil.test/x")' },
      'entry.js names the foreign host cdn.evil.test.',
    ],
    [
      'differs from its build',
      { files: { 'entry.js': { bytes: 1, brotliBytes: 1, integrity: integrityOf('other') } } },
      'The file entry.js is not the one that was built: its digest differs.',
    ],
  ])('is refused when it %s, with a one-sentence reason, and changes nothing', async (_why, changes, sentence) => {
    await release('1.0.0-a');
    const neighbour = aBuild('1.0.0-n', {
      remote: 'mf-classrooms',
      container: 'mf_classrooms',
      routes: [{ path: '/classrooms/{id}', page: 'events', title: '', access: 'anyone' }],
      slots: ['top-classrooms'],
      preloads: { pages: { events: ['entry.js'] }, slots: { 'top-classrooms': ['entry.js'] } },
    });
    await handIn(neighbour);
    await post('/releases', { ...act, remote: 'mf-classrooms', version: '1.0.0-n', percent: null });
    const { status, body } = await handIn(aBuild('1.0.0-b', changes));
    expect(status).toBe(422);
    expect(body.gates?.flatMap(({ refusals }) => refusals)).toEqual([sentence]);
    expect(await versionFor()).toBe('1.0.0-a');
    expect(await store.history(1)).toMatchObject([
      { action: 'refused', version: '1.0.0-b', why: expect.stringContaining(sentence) },
    ]);
    expect((await post('/releases', { ...act, version: '1.0.0-b', percent: null })).status).toBe(409);
  });

  it('may add unlisted pages under its own name, initially and later', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b']) {
      const paths = ['/polls', '/polls/{id}'].map((path) => ({ path, page: 'events', title: '', access: 'anyone' }));
      expect(
        (await handIn(aBuild(version, { remote: 'mf-polls', container: 'mf_polls', routes: paths, slots: [] }))).status,
      ).toBe(201);
      expect((await post('/releases', { ...act, remote: 'mf-polls', version, percent: null })).status).toBe(200);
    }
  });

  it('requires the deploy token', async () => {
    for (const token of ['', 'wrong', TOKEN.slice(1)]) expect((await post('/rollbacks', act, token)).status).toBe(401);
    await server.close();
    server = await startServer({ DEPLOY_TOKEN: '' });
    expect((await post('/rollbacks', act)).status).toBe(404);
  });

  it('has a size limit', async () => {
    expect((await post('/candidates', { ...act, files: { 'entry.js': 'A'.repeat(17 * 1024 * 1024) } })).status).toBe(
      413,
    );
  });

  it('waits for a concurrent release, and none is lost', async () => {
    const versions = ['1.0.0-a', '1.0.0-b', '1.0.0-c', '1.0.0-d'];
    for (const version of versions) await handIn(aBuild(version));
    await Promise.all(versions.map((version) => store.publish({ ...act, version, percent: null })));
    const history = (await store.history(10)).reverse();
    expect(history.map(({ version }) => version).sort()).toEqual(versions);
    // Each release is based on the previous one.
    expect(history.map(({ fromVersion }) => fromVersion)).toEqual([
      null,
      ...history.slice(0, -1).map(({ version }) => version),
    ]);
    expect(await store.entries()).toMatchObject([{ version: history.at(-1)?.version, revision: 4 }]);
  });
});

describe('the file that the server runs', () => {
  const keptFile = (version: string) => readFile(serverFileOf(releasesDir, 'mf-events', version), 'utf8');
  const integrityFor = async (version: string) => {
    const registry = createRegistryReader({ database: pool, key, origin: null, onTrouble: fail });
    const { remotes } = (await registry.read()) ?? { remotes: {} };
    return remotes['mf-events']?.version === version ? remotes['mf-events'].serverIntegrity : undefined;
  };
  const fail = (trouble: unknown) => {
    throw trouble;
  };

  it('is kept with its digest in the signed registry, for the server only', async () => {
    expect((await handIn(aServerBuild('1.0.0-a'))).status).toBe(201);
    await post('/releases', { ...act, version: '1.0.0-a', percent: null });
    expect(await keptFile('1.0.0-a')).toBe('exports.pages = {}; // 1.0.0-a');
    expect(await integrityFor('1.0.0-a')).toBe(integrityOf('exports.pages = {}; // 1.0.0-a'));
    for (const path of ['server/remote.cjs', 'remote.cjs', '../../releases-on-server/mf-events/1.0.0-a.cjs'])
      expect((await server.inject({ url: `/r/mf-events/1.0.0-a/${path}` })).statusCode).toBe(404);
    expect((await server.inject({ url: '/registry.json' })).body).not.toContain('serverIntegrity');
  });

  it('is that of the release which a rollback makes live, and absent for a release without one', async () => {
    await handIn(aServerBuild('1.0.0-a'));
    await post('/releases', { ...act, version: '1.0.0-a', percent: null });
    await release('1.0.0-b');
    expect(await versionFor()).toBe('1.0.0-b');
    expect(await integrityFor('1.0.0-b')).toBeUndefined();
    await post('/rollbacks', act);
    expect(await integrityFor('1.0.0-a')).toBe(integrityOf('exports.pages = {}; // 1.0.0-a'));
  });

  it.each([
    [
      'differs from its build',
      { ...aServerBuild('1.0.0-b'), serverFile: Buffer.from('exports.pages = 1').toString('base64') },
      'The file server/remote.cjs is not the one that was built: its digest differs.',
    ],
    [
      'did not arrive',
      { ...aServerBuild('1.0.0-b'), serverFile: undefined },
      'The file server/remote.cjs did not arrive.',
    ],
    [
      'is not in the manifest',
      { ...aBuild('1.0.0-b'), serverFile: Buffer.from('exports.pages = 1').toString('base64') },
      'A file for the server arrived, which the release does not name.',
    ],
    [
      'requires another module',
      aServerBuild('1.0.0-b', { serverSource: 'require("node:" + "fs").readdirSync("/")' }),
      'server/remote.cjs requires node:fs: the server gives only react, react/jsx-runtime, @manabiba/shared/platform.',
    ],
    [
      'is too large to be held in memory',
      aServerBuild('1.0.0-b', { serverSource: `/* ${'x'.repeat(1024 * 1024)} */` }),
      'The file for the server has 1025 KB; it may have 1024 KB: every server holds it in memory.',
    ],
  ])('rejects a release when it %s', async (_why, build, sentence) => {
    const { status, body } = await handIn(build);
    expect(status).toBe(422);
    expect(body.gates?.flatMap(({ refusals }) => refusals)).toEqual([sentence]);
    await expect(keptFile('1.0.0-b')).rejects.toThrow('ENOENT');
  });

  it('goes with the other files of a retired release', async () => {
    await handIn(aServerBuild('1.0.0-r'));
    await pool.query("update releases set created_at = created_at - interval '31 days'");
    expect(await store.retire()).toEqual(['mf-events 1.0.0-r']);
    await expect(keptFile('1.0.0-r')).rejects.toThrow('ENOENT');
  });
});

describe('the fallback release', () => {
  const previousFor = async (cookies: Record<string, string> = {}) =>
    (await server.inject({ url: '/registry.json?failed=mf-events', cookies })).json<{
      previous?: { version: string; integrity: object };
    }>().previous;
  const visitorWith = async (version: string) => {
    for (let one = 0; one < 200; one++) {
      const id = String(one).padStart(16, '0');
      if ((await versionFor({ release_visitor: id })) === version) return { release_visitor: id };
    }
    throw new Error(`nobody gets ${version}`);
  };

  it('is the complete previous live release, and absent before the second', async () => {
    await release('1.0.0-a');
    expect(await previousFor()).toBeUndefined();
    await release('1.0.0-b');
    expect(await previousFor()).toMatchObject({
      version: '1.0.0-a',
      integrity: { '/r/mf-events/1.0.0-a/entry.js': integrityOf('console.log("1.0.0-a");') },
    });
    expect((await server.inject({ url: '/registry.json' })).json()).not.toHaveProperty('previous');
  });

  it('moves one further back after a rollback', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await release(version);
    await post('/rollbacks', act);
    expect(await previousFor()).toMatchObject({ version: '1.0.0-a' });
  });

  it('is the live release for those who see a rollout or a candidate', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b');
    await release('1.0.0-c', 50);
    expect(await previousFor(await visitorWith('1.0.0-c'))).toMatchObject({ version: '1.0.0-b' });
    const {
      body: { override },
    } = await handIn(aBuild('1.0.0-d'));
    expect(await previousFor({ [override?.name ?? '']: override?.value ?? '' })).toMatchObject({ version: '1.0.0-b' });
  });

  it('is never the release being rolled out', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b');
    await post('/releases', { ...act, version: '1.0.0-a', percent: 50 });
    expect(await previousFor(await visitorWith('1.0.0-b'))).toBeUndefined();
  });

  it.each([
    [
      'changed',
      "update releases set manifest = jsonb_set(manifest, '{entry}', '\"evil.js\"') where version = '1.0.0-a'",
    ],
    ['removed', "update releases set files_removed_at = now() where version = '1.0.0-a'"],
  ])('is not a release that was %s', async (_what, change) => {
    await release('1.0.0-a');
    await release('1.0.0-b');
    await pool.query(change);
    expect(await previousFor()).toBeUndefined();
  });
});

describe('the registry', () => {
  it.each([
    ['points at another release', "update registry set version = '1.0.0-a'"],
    ['shows a release to visitors', "update registry set rollout_version = '1.0.0-a', rollout_percent = 99"],
    ['changes a release', "update releases set manifest = jsonb_set(manifest, '{entry}', '\"evil.js\"')"],
    ['removes the signature', 'update registry set signature = null'],
    [
      'restores an earlier entry',
      'update registry set (version, revision, signature) = (select version, revision, signature from old_entry)',
    ],
  ])('stays unchanged when a writer with database access only %s', async (_what, tampering) => {
    await release('1.0.0-a');
    await pool.query('drop table if exists old_entry');
    await pool.query('create table old_entry as select * from registry');
    await release('1.0.0-b');
    await pool.query(tampering);
    const refreshed = await post('/refusals', { ...act, version: '1.0.0-x' });
    expect(refreshed.status).toBe(204);
    expect(await versionFor({ release_visitor: 'a'.repeat(16) })).toBe('1.0.0-b');
  });

  it('serves nothing unsigned on a server without a cached entry', async () => {
    await release('1.0.0-a');
    await pool.query("update releases set manifest = jsonb_set(manifest, '{entry}', '\"evil.js\"')");
    expect(await freshVersion()).toBeUndefined();
  });
});

describe('rolling back', () => {
  it('goes one step at a time, and is refused when there is no earlier release', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b', '1.0.0-c']) await release(version);
    expect(await post('/rollbacks', act)).toMatchObject({ status: 200, body: { version: '1.0.0-b' } });
    expect(await versionFor()).toBe('1.0.0-b');
    expect(await post('/rollbacks', act)).toMatchObject({ body: { version: '1.0.0-a' } });
    expect(await post('/rollbacks', act)).toMatchObject({
      status: 409,
      body: { error: 'mf-events 1.0.0-a is the first release: there is no earlier one.' },
    });
    await release('1.0.0-d');
    expect(await post('/rollbacks', act)).toMatchObject({ body: { version: '1.0.0-a' } });
  });

  it('survives a restart, after which only a new build is released', async () => {
    const build = async (version: string) => {
      await mkdir(join(folder, 'mf-events', 'dist'), { recursive: true });
      await writeFile(join(folder, 'mf-events', 'dist', 'release.json'), JSON.stringify(aBuild(version).manifest));
    };
    const restart = () => publishBuilds({ store, releasesDir, packages: [join(folder, 'mf-events')] });
    await build('1.0.0-a');
    expect(await restart()).toEqual(['mf-events 1.0.0-a']);
    expect(await restart()).toEqual([]);
    await build('1.0.0-b');
    expect(await restart()).toEqual(['mf-events 1.0.0-b']);
    await store.rollBack(act);
    expect(await restart()).toEqual([]);
    expect(await freshVersion()).toBe('1.0.0-a');
    // Released manually from the same workspace, then rolled back.
    await build('1.0.0-c');
    await release('1.0.0-c');
    await store.rollBack(act);
    expect(await restart()).toEqual([]);
    expect(await freshVersion()).toBe('1.0.0-a');
  });

  it('keeps the files of the last thirty days, and of the previous release regardless of age', async () => {
    for (const version of ['1.0.0-a', '1.0.0-b', '1.0.0-c', '1.0.0-d']) await release(version);
    await pool.query("update releases set created_at = created_at - interval '90 days'");
    await pool.query(
      "update release_history set at = at - case version when '1.0.0-d' then interval '20 days' when '1.0.0-c' then interval '31 days' else interval '60 days' end",
    );
    expect(await store.retire()).toEqual(['mf-events 1.0.0-a', 'mf-events 1.0.0-b']);
    await expect(stat(join(releasesDir, 'mf-events', '1.0.0-a'))).rejects.toThrow();
    expect((await server.inject({ url: '/r/mf-events/1.0.0-c/entry.js' })).statusCode).toBe(200);
    expect(await historyOf()).toContain('files_removed 1.0.0-a');
  });
});

describe('the live version', () => {
  const live = async (cookies: Record<string, string> = {}) =>
    (await server.inject({ url: '/versions.json', cookies })).json<LiveVersions>();
  // A server that has already responded caches the history for some seconds.
  const restart = async () => {
    await server.close();
    server = await startServer();
  };

  it('is returned compactly, without a reason to reload for an ordinary release', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b');
    expect(await live()).toEqual({ shell: '0', remotes: { 'mf-events': { version: '1.0.0-b' } } });
  });

  it.each([
    [
      'a release marked as worth it',
      async () => {
        await handIn(aBuild('1.0.0-b'));
        await post('/releases', { ...act, version: '1.0.0-b', percent: null, isWorthReload: true });
      },
      { version: '1.0.0-b', worthAgoMs: expect.any(Number) },
    ],
    [
      'a rollback',
      async () => {
        await release('1.0.0-b');
        await post('/rollbacks', act);
      },
      { version: '1.0.0-a', takenBack: ['1.0.0-b'] },
    ],
    [
      'a withdrawn rollout',
      async () => {
        await release('1.0.0-b', 50);
        await post('/rollbacks', act);
      },
      { version: '1.0.0-a', takenBack: ['1.0.0-b'] },
    ],
  ])('gives a reason to reload after %s', async (_what, change, told) => {
    await release('1.0.0-a');
    await change();
    await restart();
    const { remotes } = await live();
    expect(remotes['mf-events']).toEqual(told);
    expect(remotes['mf-events']?.worthAgoMs ?? 0).toBeLessThan(60_000);
  });
});

describe('a rollout', () => {
  const visitors = Array.from({ length: 400 }, (_, index) => `visitor-${String(index).padStart(8, '0')}`);
  const shareWith = async (version: string) => {
    const seen = await Promise.all(visitors.map((release_visitor) => versionFor({ release_visitor })));
    return seen.filter((each) => each === version).length / visitors.length;
  };
  const open = async (cookies: Record<string, string> = {}) => {
    const page = await server.inject({ url: '/', cookies });
    return { ...bootOf(page.payload), cookie: page.cookies.find(({ name }) => name === 'release_visitor') };
  };
  const fail = (view: string, version: string, remoteAddress?: string) =>
    server.inject({
      method: 'POST',
      ...(remoteAddress ? { remoteAddress } : {}),
      url: '/beacon/failure',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify({ view, remote: 'mf-events', version }),
    });

  it('reaches its share and is sticky per browser', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b', 10);
    expect(await shareWith('1.0.0-b')).toBeGreaterThan(0.04);
    expect(await shareWith('1.0.0-b')).toBeLessThan(0.17);
    const first = await open();
    expect(first.cookie).toEqual(expect.objectContaining({ httpOnly: true }));
    expect(first.cookie).not.toHaveProperty('maxAge');
    const cookies = { release_visitor: first.cookie?.value ?? '' };
    for (let time = 0; time < 5; time += 1) expect((await open(cookies)).registry).toEqual(first.registry);
  });

  it('keeps its browsers when it grows, and reaches all without a percentage', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b', 10);
    const early = (
      await Promise.all(visitors.map(async (id) => ({ id, version: await versionFor({ release_visitor: id }) })))
    ).filter(({ version }) => version === '1.0.0-b');
    await post('/releases', { ...act, version: '1.0.0-b', percent: 50 });
    for (const { id } of early) expect(await versionFor({ release_visitor: id })).toBe('1.0.0-b');
    await post('/releases', { ...act, version: '1.0.0-b', percent: null });
    expect(await shareWith('1.0.0-b')).toBe(1);
  });

  it('is withdrawn automatically when it fails more often than the live release, with the reason', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b', 50);
    let failures = 0;
    for (const release_visitor of visitors.slice(0, 60)) {
      const { view, registry } = await open({ release_visitor });
      if (registry.remotes['mf-events']?.version !== '1.0.0-b' || failures >= 10) continue;
      failures += 1;
      expect((await fail(view, '1.0.0-b')).statusCode).toBe(204);
      // A repeated report counts once.
      await fail(view, '1.0.0-b');
    }
    await health.flush();
    expect(await store.history(1)).toMatchObject([
      {
        action: 'rollout_withdrawn',
        version: '1.0.0-b',
        who: 'error rate',
        why: expect.stringMatching(
          /^failed in ([3-9]|10) of \d+ \([\d.]+ %\) of its page views; what is live in 0 of \d+ \(0.0 %\)$/,
        ),
      },
    ]);
    await post('/refusals', { ...act, version: '1.0.0-x' });
    expect(await shareWith('1.0.0-b')).toBe(0);
  });

  it('stays while it fails as often as the live release, and ignores forged failures', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b', 50);
    for (const release_visitor of visitors.slice(0, 12)) {
      const { view, registry } = await open({ release_visitor });
      await fail(view, registry.remotes['mf-events']?.version ?? '');
    }
    for (let time = 0; time < 50; time += 1)
      await fail(`made-up-${time} ${Date.now().toString(36)} mf-events=1.0.0-b~xxxxxxxxxxxxxxxxxxxxxx`, '1.0.0-b');
    await health.flush();
    expect(await historyOf()).toEqual(['rollout_started 1.0.0-b', 'published 1.0.0-a']);
  });

  describe('against forged reports', () => {
    /** Views that were served the given version. */
    const viewsWith = async (version: string, count: number) => {
      const views: string[] = [];
      for (const release_visitor of visitors) {
        if (views.length === count) break;
        const { view, registry } = await open({ release_visitor });
        if (registry.remotes['mf-events']?.version === version) views.push(view);
      }
      expect(views).toHaveLength(count);
      return views;
    };
    const failures = async (version: string) => {
      await health.flush();
      return (
        (await health.rates(new Date(0))).find((row) => row.remote === 'mf-events' && row.version === version)
          ?.failures ?? 0
      );
    };
    /** A different loopback address for each test, because reports are rate limited per address and minute. */
    let here = '';
    let count = 0;
    const isRollingOut = async () => (await historyOf())[0] === 'rollout_started 1.0.0-b';
    beforeEach(async () => {
      count += 1;
      here = `127.0.1.${count}`;
      await release('1.0.0-a');
      await release('1.0.0-b', 50);
    });

    it('counts a version only from a view that was served it', async () => {
      for (const view of await viewsWith('1.0.0-a', 6)) {
        for (const version of ['1.0.0-b', '9.9.9-invented'])
          expect((await fail(view, version, here)).statusCode).toBe(204);
      }
      expect([await failures('1.0.0-b'), await failures('9.9.9-invented')]).toEqual([0, 0]);
      expect(await isRollingOut()).toBe(true);
    });

    it('rejects a token with altered versions', async () => {
      for (const view of await viewsWith('1.0.0-a', 6)) await fail(view.replace('1.0.0-a', '1.0.0-b'), '1.0.0-b', here);
      expect(await failures('1.0.0-b')).toBe(0);
      expect(await isRollingOut()).toBe(true);
      // The same reports count from views that were served it.
      for (const view of await viewsWith('1.0.0-b', 6)) await fail(view, '1.0.0-b', here);
      await health.flush();
      expect(await isRollingOut()).toBe(false);
    });

    it('counts a view once, however often it reports', async () => {
      const [view = ''] = await viewsWith('1.0.0-b', 1);
      for (let time = 0; time < 15; time += 1) await fail(view, '1.0.0-b', here);
      expect(await failures('1.0.0-b')).toBe(1);
      expect(await isRollingOut()).toBe(true);
    });

    it.each([
      ['one address', (_index: number) => '203.0.113.7'],
      ['one IPv6 network', (index: number) => `2001:db8:1:2::${index + 1}`],
      ['two addresses', (index: number) => `203.0.113.${index % 2}`],
    ])('does not let reports from %s end a rollout, however many views they open', async (_who, addressOf) => {
      for (const [index, view] of (await viewsWith('1.0.0-b', 18)).entries())
        await fail(view, '1.0.0-b', addressOf(index));
      expect(await failures('1.0.0-b')).toBe(18);
      expect(await isRollingOut()).toBe(true);
    });

    it('ends the rollout when several networks report failures', async () => {
      for (const [index, view] of (await viewsWith('1.0.0-b', 4)).entries())
        await fail(view, '1.0.0-b', `198.51.100.${index}`);
      await health.flush();
      expect((await historyOf())[0]).toBe('rollout_withdrawn 1.0.0-b');
    });
  });
});

describe("a developer's override", () => {
  const source = (remote = 'mf-events', changes = {}) => ({
    manifest: {
      ...aBuild('source-1', {
        remote,
        container: remote.replace('-', '_'),
        entry: 'remote-entry.js',
        files: {},
        ...changes,
      }).manifest,
    },
    port: 4101,
  });
  const ask = async (...overrides: object[]) =>
    post('/overrides', { who: 'aoi', why: 'a look', overrides }) as Promise<{
      status: number;
      body: { link?: string; error?: string; gates?: { refusals: string[] }[] };
    }>;
  const linkOf = async (...overrides: object[]) => {
    const { body } = await ask(...overrides);
    const { pathname, search } = new URL(body.link ?? '');
    return pathname + search;
  };
  const open = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });
  const cookiesOf = (answer: Awaited<ReturnType<typeof open>>) =>
    Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  const remotesFor = async (cookies: Record<string, string>) =>
    (await server.inject({ url: '/registry.json', cookies })).json<{
      remotes: Record<string, { version: string; entry: string }>;
    }>().remotes;

  it('loads a source from the developer machine in the one browser that opens the link, says so there, and relaxes the policy of that page alone', async () => {
    await release('1.0.0-a');
    const opened = await open(await linkOf(source()));
    expect(opened).toMatchObject({ statusCode: 303, headers: expect.objectContaining({ location: '/events' }) });
    expect(opened.cookies[0]).toMatchObject({ httpOnly: true, path: '/', sameSite: 'Lax' });
    const page = await server.inject({ url: '/events', cookies: cookiesOf(opened) });
    expect(bootOf(page.payload)).toMatchObject({
      overrides: [{ remote: 'mf-events', version: 'source-1', isFromSource: true }],
      registry: { remotes: { 'mf-events': { entry: 'http://localhost:4101/remote-entry.js', isFromSource: true } } },
    });
    expect(bootOf(page.payload)).not.toHaveProperty('view');
    expect(page.headers['content-security-policy']).toMatch(/script-src [^;]* http:\/\/localhost:4101;/);
    expect(page.headers).not.toHaveProperty('integrity-policy');
    const others = await server.inject({ url: '/events' });
    expect(bootOf(others.payload)).not.toHaveProperty('overrides');
    expect(others.headers['content-security-policy']).not.toContain('localhost');
    expect(others.headers).toHaveProperty('integrity-policy');
    expect(await versionFor()).toBe('1.0.0-a');
  });

  it('combines several, including a stored release, and removes them one by one', async () => {
    await release('1.0.0-a');
    await handIn(aBuild('1.0.0-b'));
    const polls = source('mf-polls', {
      routes: [{ path: '/polls', page: 'events', title: '', access: 'anyone' }],
      slots: [],
    });
    const cookies = cookiesOf(await open(await linkOf(polls, { remote: 'mf-events', version: '1.0.0-b' })));
    expect(await remotesFor(cookies)).toMatchObject({
      'mf-events': { version: '1.0.0-b' },
      'mf-polls': { version: 'source-1' },
    });
    const left = await server.inject({
      method: 'DELETE',
      url: '/override?remote=mf-events',
      cookies,
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(left.cookies.map(({ name, maxAge }) => [name, maxAge])).toEqual([['release_override.mf-events', 0]]);
    expect(
      (
        await server.inject({
          method: 'DELETE',
          url: '/override',
          cookies,
          headers: { 'sec-fetch-site': 'cross-site' },
        })
      ).statusCode,
    ).toBe(403);
  });

  it('opens once, by a direct navigation, and cannot be forged', async () => {
    await release('1.0.0-a');
    const url = await linkOf(source());
    expect((await open(url, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
    expect((await open(url.replace('4101', '4102'))).statusCode).toBe(410);
    expect((await open(url, { 'sec-fetch-site': 'none' })).statusCode).toBe(303);
    expect((await open(url)).statusCode).toBe(410);
    expect((await open('/override?to=/events')).statusCode).toBe(410);
    expect(await open(`${(await linkOf(source())).replace(/to=.*/, 'to=//evil.test')}`)).toMatchObject({
      statusCode: 303,
      headers: expect.objectContaining({ location: '/' }),
    });
    const cookies = cookiesOf(await open(await linkOf(source())));
    const forged = Object.fromEntries(
      Object.entries(cookies).map(([name, value]) => [name, value.replace('4101', '4102')]),
    );
    expect(await remotesFor(forged)).toMatchObject({ 'mf-events': { version: '1.0.0-a' } });
  });

  it.each([
    [
      'needs another React version',
      { requires: { react: '^18.0.0' } },
      'It needs react ^18.0.0; the live shell provides 19.3.1.',
    ],
    [
      'takes a page of the shell',
      { routes: [{ path: '/signin', page: 'events', title: '', access: 'anyone' }] },
      'The route /signin belongs to the shell.',
    ],
  ])('is refused when it %s', async (_what, changes, sentence) => {
    const { status, body } = await ask(source('mf-events', changes));
    expect({ status, refusals: body.gates?.flatMap(({ refusals }) => refusals) }).toEqual({
      status: 422,
      refusals: [sentence],
    });
  });

  it('is refused for an unknown release, and may not reuse the version of a release', async () => {
    await release('1.0.0-a');
    expect(await ask({ remote: 'mf-events', version: '1.0.0-z' })).toMatchObject({
      status: 409,
      body: { error: 'mf-events 1.0.0-z was never uploaded.' },
    });
    expect((await ask({ ...source(), manifest: { ...source().manifest, version: '1.0.0-a' } })).status).toBe(422);
  });

  it('is off in production unless allowed: it creates no link and ignores cookies', async () => {
    expect(readWebEnv({ NODE_ENV: 'production', PUBLIC_URL: 'https://manabiba.example' }).developerOverride).toBe(
      false,
    );
    await release('1.0.0-a');
    const cookies = cookiesOf(await open(await linkOf(source())));
    await server.close();
    server = await startServer({ DEVELOPER_OVERRIDE: 'off' });
    expect(await ask(source())).toMatchObject({
      status: 409,
      body: { error: 'Developer overrides are off here: DEVELOPER_OVERRIDE=on allows them.' },
    });
    expect(await remotesFor(cookies)).toMatchObject({ 'mf-events': { version: '1.0.0-a' } });
    expect((await open('/override')).statusCode).toBe(404);
    const { body } = await handIn(aBuild('1.0.0-b'));
    expect(await versionFor({ [body.override?.name ?? '']: body.override?.value ?? '' })).toBe('1.0.0-b');
  });
});

it('keeps each version immutable', async () => {
  await release('1.0.0-a');
  const noted = aBuild('1.0.0-a', { notedByTheBuild: 'and needed by nobody' });
  await store.stage(noted.manifest, 'workspace');
  expect((await handIn(noted)).status).toBe(201);
  expect(await handIn(aBuild('1.0.0-a', { source: 'console.log("other")' }))).toMatchObject({
    status: 409,
    body: { error: 'mf-events 1.0.0-a already exists with different content: a version never changes.' },
  });
  expect(await freshVersion()).toBe('1.0.0-a');
});

it('shows the registry and its history to staff only', async () => {
  await release('1.0.0-a');
  const signUp = await server.inject({
    method: 'POST',
    url: '/v1/auth/signup',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: {
      email: 'staff@example.test',
      password: 'sakura-no-ki-7',
      nickname: '花子',
      birthDate: '1990-04-12',
      agreeTerms: true,
    },
  });
  const cookies = Object.fromEntries(signUp.cookies.map(({ name, value }) => [name, value]));
  expect((await server.inject({ url: '/status', cookies })).payload).not.toContain('1.0.0-a</code></td>');
  expect((await server.inject({ url: '/status' })).payload).not.toContain('1.0.0-a</code></td>');
  await pool.query("update users set role = 'staff' where email = 'staff@example.test'");
  const other = await startServer();
  const page = await other.inject({ url: '/status', cookies });
  await other.close();
  expect(page.payload).toContain('1.0.0-a</code></td>');
  expect(page.payload).toContain('a new list');
});
