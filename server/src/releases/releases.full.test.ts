import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

import {
  type ReleaseKey,
  type ReleaseStore,
  type RemoteHealth,
  createRegistryReader,
  createReleaseStore,
  createReleaseTokens,
  createRemoteHealth,
  makeReleaseKeyPem,
  readReleaseKey,
  releaseMapsOf,
  serverFileOf,
  usesOfRelease,
} from '@manabiba/releases';
import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import type { LiveVersions, Registry } from '@manabiba/shared/page/boot-data';
import { observed } from '@manabiba/telemetry/observed';

import { apiPlugin } from '../../../api/src/app';
import { readEnv } from '../../../api/src/env';
import { apiServerOptions } from '../../../api/src/http/server-options';
import { createDb, createPool, type Pool } from '../../../api/src/platform/database/db';
import { createLogger } from '../../../api/src/platform/logger';
import { cloneTemplate, type TestDatabase } from '../../../api/src/testing/test-database';
import { signText } from '../../../releases/src/evidence/signed-text';
import { checkCandidate } from '../../../releases/src/gate/check-candidate';
import { startCiIssuer } from '../../../releases/src/testing/ci-issuer';
import { buildRenderer } from '../../../shell/server/testing/start-page-renderer';
import { readWebEnv } from '../../../shell/server/web-env';
import { createWebServer, type WebServerOptions } from '../../../shell/server/web-server';
import { publishBuilds } from './publish-builds';
import { createTesters } from './testers';

// Tests releases over HTTP on a real database.

const TOKEN = 'a-deploy-token-that-is-long-enough';
let folder: string;
let database: TestDatabase;
let pool: Pool;
let key: ReleaseKey;
let store: ReleaseStore;
let health: RemoteHealth;
let server: Awaited<ReturnType<typeof createWebServer>>;
let releasesDir: string;
/** Log messages about the health of releases. */
let troubles: unknown[];

async function startServer(env: Record<string, string> = {}, options: Partial<WebServerOptions> = {}) {
  const source = {
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
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
    publicDir: folder,
    releaseKey: key,
    releases: {
      store,
      health,
      tokens: createReleaseTokens({ pool, key }),
      testers: createTesters(pool),
      // In this process: its own, with the limits of time and memory, has tests in check-apart.test.ts.
      checks: checkCandidate,
      readUses: usesOfRelease,
    },
    api: { plugin: apiPlugin({ db: createDb(pool), pool, env: readEnv(source) }), options: apiServerOptions },
    ...options,
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'manabiba-releases-'));
  releasesDir = join(folder, 'releases');
  await mkdir(join(folder, 'client'));
  await writeFile(
    join(folder, 'shell-manifest.json'),
    JSON.stringify({
      version: '0',
      js: [],
      css: [],
      gives: { react: '19.3.1', platform: '1.0.0' },
      types: { file: 'types.json', digest: 'types-of-the-shell' },
    }),
  );
  database = await cloneTemplate();
  pool = createPool(database.url);
  key = readReleaseKey(makeReleaseKeyPem());
  store = createReleaseStore({ pool, key, releasesDir });
});
beforeEach(async () => {
  await pool.query(
    'truncate registry, environment_releases, releases, release_history, release_health, release_failures, release_signs, failure_releases, release_tokens',
  );
  troubles = [];
  // One for each test: it bounds the reports of an address in a minute.
  health = createRemoteHealth({ pool, store, key, onTrouble: (error) => troubles.push(error) });
  server = await startServer();
});
afterEach(async () => {
  await server.close();
  await health.stop();
  expect(troubles).toEqual([]);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
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
    sources: 'sources-of-the-build',
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

const filesNamed = (paths: string[]) =>
  Object.fromEntries(paths.map((path) => [path, { bytes: 1, brotliBytes: 1, integrity: integrityOf('') }]));

const act = { remote: 'mf-events', who: 'aoi', why: 'a new list' };
/** What the command finds on a build that passes. */
const aReport = ({ manifest: { routes, slots, sources } }: Pick<ReturnType<typeof aBuild>, 'manifest'>) => ({
  types: { shell: 'types-of-the-shell', sources, refusals: [] },
  browser: {
    opened: [...routes.map(({ path }) => `route ${path}`), ...slots.map((slot) => `slot ${slot}`)],
    refusals: [],
  },
});
/** The evidence of the gates that have passed, by version. */
const evidence = new Map<string, string>();

/** Releases come with the evidence of the gate that their build passed, unless a test gives another. */
const post = async (path: string, payload: object, token = TOKEN) => {
  const version = path === '/releases' && 'version' in payload ? String(payload.version) : '';
  const answer = await server.inject({
    method: 'POST',
    url: `/deploy${path}`,
    payload: { evidence: evidence.get(version), ...payload },
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: answer.statusCode,
    body: (answer.payload ? answer.json() : {}) as {
      error?: string;
      gates?: { refusals: string[] }[];
      override?: { name: string; value: string };
      version?: string;
      left?: string;
      moved?: object;
      handIn?: string;
      evidence?: string;
      approval?: string;
      secret?: string;
      token?: { id: string };
      link?: string;
      isNews?: boolean;
    },
  };
};
const handIn = async (
  build: ReturnType<typeof aBuild> & { serverFile?: string | undefined; sourceMaps?: Record<string, string> },
  token = TOKEN,
) => {
  const answer = await post('/candidates', { ...act, remote: build.manifest.remote, ...build }, token);
  if (answer.status === 201) {
    const proof = await post('/evidence', { handIn: answer.body.handIn, report: aReport(build) }, token);
    expect(proof.status).toBe(200);
    evidence.set(build.manifest.version, proof.body.evidence ?? '');
  }
  return answer;
};
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
/** Creates an account. Returns the cookies of its session. */
async function signUp(on: typeof server, email: string) {
  const answer = await on.inject({
    method: 'POST',
    url: '/v1/auth/signup',
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email, password: 'sakura-no-ki-7', nickname: '花子', birthDate: '1990-04-12', agreeTerms: true },
  });
  return {
    cookies: Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value])),
    body: answer.json<{ user: { id: string } }>(),
  };
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
      { action: 'published', version: '1.0.0-a', who: 'aoi (operator)', why: 'a new list', fromVersion: null },
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
      { requires: { react: '^19.0.0', platform: '^1.1.0' } },
      'It needs platform ^1.1.0; the live shell provides 1.0.0.',
    ],
    [
      'needs a library that the shell does not share',
      { requires: { react: '^19.0.0', platform: '^1.0.0', swr: '^2.0.0' } },
      'It needs swr ^2.0.0, which the live shell does not share.',
    ],
    [
      'does not say what it needs',
      { requires: { platform: '^1.0.0' } },
      'It does not say which version of react it needs.',
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
      'The route /polls is neither in the list of paths (shared/src/navigation/paths.ts) nor under /events or another page of the remote.',
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

  it('is refused with another mf-manifest.json than its build has, which tools read', async () => {
    const built = JSON.stringify({ name: 'mf_events' });
    const { manifest, files } = aBuild('1.0.0-tools');
    const named = { bytes: built.length, brotliBytes: 1, integrity: integrityOf(built) };
    const withManifest = (text: string) => ({
      manifest: { ...manifest, files: { ...manifest.files, 'mf-manifest.json': named } },
      files: { ...files, 'mf-manifest.json': Buffer.from(text).toString('base64') },
    });
    const { status, body } = await handIn(withManifest(JSON.stringify({ name: 'mf_other' })));
    expect(status).toBe(422);
    expect(body.gates?.flatMap(({ refusals }) => refusals)).toEqual([
      'The file mf-manifest.json is not the one that was built: its digest differs.',
    ]);
    expect((await handIn(withManifest(built))).status).toBe(201);
    await post('/releases', { ...act, version: '1.0.0-tools', percent: null });
    expect((await server.inject({ url: '/r/mf-events/1.0.0-tools/mf-manifest.json' })).body).toBe(built);
  });

  it.each(['entry.js.br', 'entry.js.gz'])(
    'is refused with a %s of its own, which browsers would get unchecked',
    async (path) => {
      const content = 'unchecked()';
      const { manifest, files } = aBuild('1.0.0-b');
      const named = { bytes: content.length, brotliBytes: 1, integrity: integrityOf(content) };
      const { status, body } = await handIn({
        manifest: { ...manifest, files: { ...manifest.files, [path]: named } },
        files: { ...files, [path]: Buffer.from(content).toString('base64') },
      } as ReturnType<typeof aBuild>);
      expect(status).toBe(422);
      expect(body.gates?.flatMap(({ refusals }) => refusals)).toEqual([
        `The file ${path} has the name that the server gives to the compressed entry.js.`,
      ]);
    },
  );

  it('takes the compressed files of the live release for equal content', async () => {
    const source = 'console.log("as before");'.repeat(20);
    const place = (version: string) => join(releasesDir, 'mf-events', version, 'entry.js.br');
    await handIn(aBuild('1.0.0-packed', { source }));
    await post('/releases', { ...act, version: '1.0.0-packed', percent: null });
    expect(await versionFor()).toBe('1.0.0-packed');
    const loosely = brotliCompressSync(source, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });
    await writeFile(place('1.0.0-packed'), loosely);
    expect((await handIn(aBuild('1.0.0-repacked', { source }))).status).toBe(201);
    expect(await readFile(place('1.0.0-repacked'))).toEqual(loosely);
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

  it.each([
    ['more than 500 files', { files: filesNamed(Array.from({ length: 501 }, (_file, number) => `part-${number}.js`)) }],
    ['a path that no file system takes', { files: filesNamed([`${'a'.repeat(300)}.js`]) }],
    ['a version that no file system takes', { version: '1'.repeat(300) }],
    ['more than 200 slots', { slots: Array.from({ length: 201 }, (_slot, number) => `slot-${number}`) }],
  ])('is refused with %s', async (_what, changes) => {
    const build = aBuild('1.0.0');
    const answer = await post('/candidates', { ...act, ...build, manifest: { ...build.manifest, ...changes } });
    expect(answer.status).toBe(422);
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

  it('goes with the other files of an old release', async () => {
    await handIn(aServerBuild('1.0.0-r'));
    await pool.query("update releases set created_at = created_at - interval '31 days'");
    expect(await store.removeOld()).toEqual(['mf-events 1.0.0-r']);
    await expect(keptFile('1.0.0-r')).rejects.toThrow('ENOENT');
  });
});

describe('the source maps of a release', () => {
  const sourceMaps = { 'entry.js': '{"version":3}', '../elsewhere.js': '{"version":3}' };
  const mapAt = (path: string, token = TOKEN) =>
    server.inject({ url: `/deploy/source-maps${path}`, headers: { authorization: `Bearer ${token}` } });

  it('are for those who may release, and of its own files only', async () => {
    expect((await handIn({ ...aBuild('1.0.0-a'), sourceMaps })).status).toBe(201);
    const answer = await mapAt('/r/mf-events/1.0.0-a/entry.js');
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('{"version":3}');
    expect((await mapAt('/r/mf-events/1.0.0-a/entry.js', 'somebody')).statusCode).toBe(401);
    expect(await readdir(releaseMapsOf(releasesDir, 'mf-events', '1.0.0-a'))).toEqual(['entry.js.map']);
    for (const path of ['entry.js.map', 'source-maps/entry.js.map'])
      expect((await server.inject({ url: `/r/mf-events/1.0.0-a/${path}` })).statusCode).toBe(404);
  });

  it('are also of the file that the server runs', async () => {
    const maps = { ...sourceMaps, 'server/remote.cjs': '{"version":3,"file":"remote.cjs"}' };
    expect((await handIn({ ...aServerBuild('1.0.0-s'), sourceMaps: maps })).status).toBe(201);
    const path = '/r/mf-events/1.0.0-s/server/remote.cjs';
    expect((await mapAt(path)).body).toBe(maps['server/remote.cjs']);
    expect((await mapAt(path, 'somebody')).statusCode).toBe(401);
    expect((await server.inject({ url: path })).statusCode).toBe(404);
  });

  it.each(['/r/mf-events/1.0.0-b/entry.js', '/s/0/shell.js'])('that are not there are named: %s', async (path) => {
    const answer = await mapAt(path);
    expect(answer.statusCode).toBe(422);
    expect(answer.json<{ error: string }>().error).toMatch(/source map/);
  });

  it.each(['/r/mf-events/..%2f1/entry.js', '/r/mf-events/1.0.0-a/..%2f..%2fsecret'])(
    'stay inside: %s',
    async (path) => {
      expect((await mapAt(path)).statusCode).toBe(422);
    },
  );

  it('go with the files of an old release', async () => {
    await handIn({ ...aBuild('1.0.0-o'), sourceMaps });
    await pool.query("update releases set created_at = created_at - interval '31 days'");
    expect(await store.removeOld()).toEqual(['mf-events 1.0.0-o']);
    await expect(readdir(releaseMapsOf(releasesDir, 'mf-events', '1.0.0-o'))).rejects.toThrow('ENOENT');
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
      body: {
        error:
          'mf-events 1.0.0-a is the first release: there is no earlier one. To take it away: npm run release -- mf-events --retire',
      },
    });
    await release('1.0.0-d');
    expect(await post('/rollbacks', act)).toMatchObject({ body: { version: '1.0.0-a' } });
  });

  it('survives a restart, after which only a new build is released', async () => {
    const build = async (version: string) => {
      await mkdir(join(folder, 'mf-events', 'dist'), { recursive: true });
      await writeFile(join(folder, 'mf-events', 'dist', 'release.json'), JSON.stringify(aBuild(version).manifest));
    };
    const restart = async () =>
      (await publishBuilds({ store, releasesDir, packages: [join(folder, 'mf-events')] })).published;
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
    expect(await store.removeOld()).toEqual(['mf-events 1.0.0-a', 'mf-events 1.0.0-b']);
    await expect(stat(join(releasesDir, 'mf-events', '1.0.0-a'))).rejects.toThrow();
    expect((await server.inject({ url: '/r/mf-events/1.0.0-c/entry.js' })).statusCode).toBe(200);
    expect(await historyOf()).toContain('files_removed 1.0.0-a');
  });
});

describe('retiring', () => {
  const retire = () => post('/retirements', { ...act, why: 'nobody uses it' });
  const known = async () => (await server.inject({ url: '/registry.json' })).json<Registry>();
  const refresh = () => post('/refusals', { ...act, version: '1.0.0-x' });

  it('removes the remote and its rollout for everyone at once, and is recorded with author and reason', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b', 99);
    expect(await retire()).toMatchObject({ status: 200, body: { left: '1.0.0-a' } });
    expect(await known()).toEqual({ remotes: {}, retired: [{ path: '/events', title: 'イベント' }] });
    expect(await freshVersion()).toBeUndefined();
    expect(await store.history(1)).toMatchObject([
      { action: 'retired', version: '1.0.0-a', fromVersion: '1.0.0-a', who: 'aoi (operator)', why: 'nobody uses it' },
    ]);
  });

  it('answers only its pages with 410 and a notice', async () => {
    await release('1.0.0-a');
    await retire();
    const page = await server.inject({ url: '/events' });
    expect(page.statusCode).toBe(410);
    expect(page.headers['cache-control']).toBe('no-store, private');
    expect(page.payload).toContain('<title>イベント(提供終了) | まなびば</title>');
    expect(page.payload).toContain('<meta name="robots" content="noindex">');
    expect(bootOf(page.payload).registry).toEqual(await known());
    expect((await server.inject({ url: '/events/evt_1' })).statusCode).toBe(404);
    expect((await server.inject({ url: '/' })).statusCode).toBe(200);
  });

  it('leaves its files to open pages for thirty days', async () => {
    await release('1.0.0-a');
    await retire();
    expect((await server.inject({ url: '/r/mf-events/1.0.0-a/entry.js' })).statusCode).toBe(200);
    await pool.query("update releases set created_at = created_at - interval '31 days'");
    await pool.query("update release_history set at = at - interval '31 days'");
    expect(await store.removeOld()).toEqual(['mf-events 1.0.0-a']);
    expect((await server.inject({ url: '/events' })).statusCode).toBe(410);
  });

  it('is announced to open pages', async () => {
    await release('1.0.0-a');
    await retire();
    expect((await server.inject({ url: '/versions.json' })).json()).toEqual({
      shell: '0',
      remotes: {},
      retired: ['mf-events'],
    });
  });

  it('ends with the next release, before which there is nothing to roll back to', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b');
    await retire();
    await release('1.0.0-b');
    expect(await known()).toMatchObject({ remotes: { 'mf-events': { version: '1.0.0-b' } } });
    expect(await known()).not.toHaveProperty('retired');
    expect((await server.inject({ url: '/events' })).statusCode).toBe(200);
    expect(await store.history(1)).toMatchObject([{ action: 'published', fromVersion: null }]);
    expect((await post('/rollbacks', act)).status).toBe(409);
    const { previous } = (await server.inject({ url: '/registry.json?failed=mf-events' })).json<{
      previous?: object;
    }>();
    expect(previous).toBeUndefined();
  });

  it('shows a candidate for the return in a single browser', async () => {
    await release('1.0.0-a');
    await retire();
    const { override } = (await handIn(aBuild('1.0.0-b'))).body;
    const cookies = { [override?.name ?? '']: override?.value ?? '' };
    expect(await versionFor(cookies)).toBe('1.0.0-b');
    expect((await server.inject({ url: '/events', cookies })).statusCode).toBe(200);
    expect((await server.inject({ url: '/versions.json', cookies })).json()).toMatchObject({ retired: [] });
    expect((await server.inject({ url: '/events' })).statusCode).toBe(410);
  });

  it('is undone by a rollback, with the release that was live', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b');
    await retire();
    expect(await post('/rollbacks', { ...act, why: 'the wrong remote' })).toMatchObject({
      status: 200,
      body: { version: '1.0.0-b', left: null },
    });
    expect(await known()).toMatchObject({ remotes: { 'mf-events': { version: '1.0.0-b' } } });
    expect(await known()).not.toHaveProperty('retired');
    expect((await server.inject({ url: '/events' })).statusCode).toBe(200);
    expect((await server.inject({ url: '/versions.json' })).json()).not.toMatchObject({ retired: ['mf-events'] });
    expect(await store.history(1)).toMatchObject([
      { action: 'published', version: '1.0.0-b', fromVersion: null, who: 'aoi (operator)', why: 'the wrong remote' },
    ]);
  });

  it('is not undone by a rollback when another remote has taken its paths', async () => {
    await release('1.0.0-a');
    await retire();
    await handIn(aBuild('1.0.0-a', { remote: 'mf-fairs' }));
    await post('/releases', { ...act, remote: 'mf-fairs', version: '1.0.0-a', percent: null });
    const { status, body } = await post('/rollbacks', act);
    expect([status, body.error]).toEqual([409, expect.stringContaining('belongs to mf-fairs')]);
    expect(await known()).not.toHaveProperty(['remotes', 'mf-events']);
  });

  it('leaves its paths and slots to other remotes', async () => {
    await release('1.0.0-a');
    await retire();
    await handIn(aBuild('1.0.0-a', { remote: 'mf-fairs' }));
    await post('/releases', { ...act, remote: 'mf-fairs', version: '1.0.0-a', percent: null });
    expect((await server.inject({ url: '/events' })).statusCode).toBe(200);
  });

  it.each([
    ['is undone', true, 'update registry set is_retired = false', 410],
    ['happens', false, 'update registry set is_retired = true', 200],
  ])('never %s when a writer with database access only changes the entry', async (_what, isRetired, sql, status) => {
    await release('1.0.0-a');
    if (isRetired) await retire();
    expect((await server.inject({ url: '/events' })).statusCode).toBe(status);
    await pool.query(sql);
    await refresh();
    expect((await server.inject({ url: '/events' })).statusCode).toBe(status);
  });

  it.each([
    ['was never released', [], '/retirements', 'mf-events has no live release.'],
    ['is retired already', ['1.0.0-a'], '/retirements', 'mf-events is retired already; its last release was 1.0.0-a.'],
    ['was never released', [], '/rollbacks', 'mf-events has no live release.'],
  ])('is refused when the remote %s', async (_what, versions, path, error) => {
    for (const version of versions) {
      await release(version);
      await retire();
    }
    expect(await post(path, act)).toMatchObject({ status: 409, body: { error } });
  });
});

describe('a release built on another one', () => {
  const publish = (version: string, builtOn: object | undefined, who = 'aoi') =>
    post('/releases', { ...act, who, version, percent: null, builtOn });
  const onA = { version: '1.0.0-a', rolloutVersion: null };

  it('goes live for the first of two teams only; the other gets the live release and its author', async () => {
    await release('1.0.0-a');
    const teams = { '1.0.0-b': 'aoi', '1.0.0-c': 'ren' };
    for (const version of Object.keys(teams)) await handIn(aBuild(version));
    const answers = await Promise.all(
      Object.entries(teams).map(async ([version, who]) => ({ who, version, ...(await publish(version, onA, who)) })),
    );
    const winner = answers.find(({ status }) => status === 200);
    const loser = answers.find(({ status }) => status === 409);
    expect(await versionFor()).toBe(winner?.version);
    expect(loser?.body).toMatchObject({
      error: expect.stringContaining(
        `live has moved: mf-events was at 1.0.0-a when the gate ran and is at ${winner?.version} now (published by ${winner?.who} (operator) at `,
      ),
      moved: {
        builtOn: onA,
        live: { version: winner?.version, rolloutVersion: null },
        by: { action: 'published', who: `${winner?.who} (operator)`, why: act.why, at: expect.any(String) },
      },
    });
    // Forced, it replaces whatever is live.
    expect((await publish(loser?.version ?? '', undefined)).status).toBe(200);
    expect(await versionFor()).toBe(loser?.version);
  });

  it.each([
    [
      'a rollout has begun',
      () => release('1.0.0-c', 10),
      '1.0.0-a with a rollout of 1.0.0-c now (rollout_started by aoi',
    ],
    [
      'a rollout has begun and ended, and another release is live',
      async () => {
        await release('1.0.0-c', 10);
        await post('/rollbacks', act);
        await release('1.0.0-d');
      },
      '1.0.0-d now (published by aoi',
    ],
    ['the remote is retired', () => post('/retirements', { ...act, who: 'ren' }), 'no release now (retired by ren'],
  ])('is refused after %s', async (_what, change, sentence) => {
    await release('1.0.0-a');
    await handIn(aBuild('1.0.0-b'));
    await change();
    const { status, body } = await publish('1.0.0-b', onA);
    expect(status).toBe(409);
    expect(body.error).toContain(sentence);
    expect((await store.history(1))[0]?.version).not.toBe('1.0.0-b');
  });

  it('goes live when nothing has changed in the end, as the first release, and when it is live already', async () => {
    await handIn(aBuild('1.0.0-a'));
    expect((await publish('1.0.0-a', { version: null, rolloutVersion: null })).status).toBe(200);
    await release('1.0.0-c', 10);
    await post('/rollbacks', act);
    await handIn(aBuild('1.0.0-b'));
    expect((await publish('1.0.0-b', onA)).status).toBe(200);
    expect(await publish('1.0.0-b', onA)).toMatchObject({ status: 200, body: { isNews: false } });
  });

  it('is refused when another first release is live', async () => {
    await release('1.0.0-a');
    await handIn(aBuild('1.0.0-b'));
    const { body } = await publish('1.0.0-b', { version: null, rolloutVersion: null });
    expect(body.error).toContain('was at no release when the gate ran and is at 1.0.0-a now');
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
  ])('gives a reason to reload after %s', async (_what, change, expected) => {
    await release('1.0.0-a');
    await change();
    await restart();
    const { remotes } = await live();
    expect(remotes['mf-events']).toEqual(expected);
    expect(remotes['mf-events']?.worthAgoMs ?? 0).toBeLessThan(60_000);
  });
});

/** Opens a page, as a browser with these cookies. */
const openPage = async (cookies: Record<string, string> = {}) => {
  const page = await server.inject({ url: '/', cookies });
  return { ...bootOf(page.payload), cookie: page.cookies.find(({ name }) => name === 'release_visitor') };
};
/** Reports that mf-events has failed in a page view, or has shown a sign of trouble. */
const fail = (view: string, version: string, remoteAddress?: string, frames?: unknown, sign?: string) =>
  server.inject({
    method: 'POST',
    ...(remoteAddress ? { remoteAddress } : {}),
    url: '/beacon/failure',
    headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
    payload: JSON.stringify({ view, remote: 'mf-events', version, frames, sign }),
  });

it('logs where a remote has failed, once for a page view, and nothing else that a page sends', async () => {
  await release('1.0.0-a');
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  const logged = await startServer({}, { logger });
  await server.close();
  server = logged;
  const frames = ['/r/mf-events/1.0.0-a/131.js:1:2345'];
  const [{ view }, { view: other }] = [await openPage(), await openPage()];
  expect((await fail(view, '1.0.0-a', undefined, frames)).statusCode).toBe(204);
  await fail(view, '1.0.0-a', undefined, frames);
  await fail('made up', '1.0.0-a', undefined, frames);
  for (const forged of [['somebody@example.jp'], 'all of it', Array.from({ length: 11 }, () => frames[0])])
    expect((await fail(other, '1.0.0-a', undefined, forged)).statusCode).toBe(204);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ remote: 'mf-events', release: '1.0.0-a', frames }),
  ]);
});

it('counts page timings by remote and release, for its own page views only', async () => {
  await release('1.0.0-a');
  const { view } = await openPage();
  const seen: object[] = [];
  const stop = observed.vital.watch((vital) => seen.push(vital));
  const report = (body: object, headers: Record<string, string> = {}) =>
    server.inject({
      method: 'POST',
      url: '/beacon/timings',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin', ...headers },
      payload: JSON.stringify({ view, remote: 'mf-events', vitals: { LCP: 1200, CLS: 0.02 }, ...body }),
    });
  expect((await report({})).statusCode).toBe(204);
  expect(seen).toEqual([
    { name: 'LCP', value: 1200, remote: 'mf-events', version: '1.0.0-a' },
    { name: 'CLS', value: 0.02, remote: 'mf-events', version: '1.0.0-a' },
  ]);
  for (const forged of [{ view: 'made up' }, { view: `${view}x` }, { remote: 'mf-unknown' }])
    expect((await report(forged)).statusCode).toBe(204);
  expect((await report({ vitals: { LCP: -1 } })).statusCode).toBe(422);
  expect((await report({}, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).statusCode).toBe(403);
  expect(seen).toHaveLength(2);
  stop();
});

describe('a release to everyone', () => {
  /** Moves everything that has happened into the past. */
  const after = async (minutes: number) => {
    await health.flush();
    const span = `interval '${minutes} minutes'`;
    await pool.query(`update release_history set at = at - ${span}`);
    for (const table of ['release_health', 'release_failures', 'release_signs'])
      await pool.query(`update ${table} set minute = minute - ${span}`);
  };
  /** Opens pages, some of which then report a failure of the release that they got. */
  const use = async (views: number, failures: number) => {
    const pages = [];
    for (let count = 0; count < views; count += 1) pages.push(await openPage());
    uses += 1;
    for (const [index, { view, registry }] of pages.slice(0, failures).entries())
      await fail(view, registry.remotes['mf-events']?.version ?? '', `127.2.${uses}.${index}`);
    await health.flush();
  };
  let uses = 0;
  const last = async () => (await store.history(1))[0];
  const live = async () => (await store.entries())[0]?.version;

  beforeEach(async () => {
    await release('1.0.0-a');
    await use(40, 0);
    await after(60);
  });

  it('is replaced by the previous one when it fails more often, with one report', async () => {
    await release('1.0.0-b');
    await use(20, 10);
    expect(await last()).toMatchObject({
      action: 'rolled_back',
      version: '1.0.0-a',
      fromVersion: '1.0.0-b',
      who: 'error rate',
      why: expect.stringMatching(
        /^failed in ([3-9]|10) of 20 \([\d.]+ %\) of its page views; 1\.0\.0-a before it in 0 of 40 \(0\.0 %\)$/,
      ),
    });
    expect(await freshVersion()).toBe('1.0.0-a');
    await use(10, 10);
    await after(1);
    await use(10, 10);
    expect(await historyOf()).toEqual(['rolled_back 1.0.0-a', 'published 1.0.0-b', 'published 1.0.0-a']);
  });

  it('is replaced when its page views have a sign of trouble more often, without a failure', async () => {
    await release('1.0.0-b');
    for (let index = 0; index < 20; index += 1) {
      const { view } = await openPage();
      if (index < 8) await fail(view, '1.0.0-b', `127.5.0.${index}`, undefined, 'requests');
    }
    expect((await fail('any', '1.0.0-b', undefined, undefined, 'mood')).statusCode).toBe(422);
    await health.flush();
    expect(await last()).toMatchObject({
      action: 'rolled_back',
      version: '1.0.0-a',
      why: expect.stringMatching(/^sent too many requests in \d of \d+ .*; 1\.0\.0-a before it in 0 of 40/),
    });
    expect(await health.rates(new Date(0))).toContainEqual(
      expect.objectContaining({ version: '1.0.0-b', failures: 0 }),
    );
  });

  it('announces to open pages that it was withdrawn', async () => {
    await release('1.0.0-b');
    await use(20, 10);
    await server.close();
    server = await startServer();
    const { remotes } = (await server.inject({ url: '/versions.json' })).json<LiveVersions>();
    expect(remotes['mf-events']).toEqual({ version: '1.0.0-a', takenBack: ['1.0.0-b'] });
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'it fails as often as the one before',
      async () => {
        await use(40, 20);
        await after(60);
        await release('1.0.0-b');
        await use(40, 11);
      },
    ],
    [
      'a sign of trouble is as rare as on weak phones',
      async () => {
        await release('1.0.0-b');
        for (let index = 0; index < 60; index += 1) {
          const { view } = await openPage();
          if (index % 15 === 0) await fail(view, '1.0.0-b', `127.6.0.${index}`, undefined, 'busy');
        }
        await health.flush();
      },
    ],
    [
      'it has failed in three of twelve page views, and those of the one before are few',
      async () => {
        await release('1.0.0-b');
        await use(9, 0);
        await use(3, 3);
      },
    ],
    [
      'it has failed twice only',
      async () => {
        await release('1.0.0-b');
        await use(4, 2);
      },
    ],
    [
      'it fails after half an hour',
      async () => {
        await release('1.0.0-b');
        await after(31);
        await use(20, 20);
      },
    ],
    [
      'nobody has seen the one before in the last days',
      async () => {
        await pool.query('truncate release_health, release_failures');
        await release('1.0.0-b');
        await use(20, 20);
      },
    ],
    [
      'only two networks say so',
      async () => {
        await release('1.0.0-b');
        for (let count = 0; count < 18; count += 1) {
          const { view } = await openPage();
          await fail(view, '1.0.0-b', `203.0.113.${count % 2}`);
        }
        await health.flush();
      },
    ],
  ])('stays when %s', async (_why, act) => {
    await act();
    expect([await live(), (await last())?.action]).toEqual(['1.0.0-b', 'published']);
  });

  it('goes back when it fails in the last minute of the half hour', async () => {
    await release('1.0.0-b');
    await use(20, 0);
    await after(28);
    await use(20, 10);
    expect(await live()).toBe('1.0.0-a');
  });

  it('stays as the first release, and as the first after the remote was retired', async () => {
    await post('/retirements', act);
    await release('1.0.0-b');
    await use(20, 20);
    expect(await historyOf()).toEqual(['published 1.0.0-b', 'retired 1.0.0-a', 'published 1.0.0-a']);
  });

  it('stays when the files of the previous one are gone, and logs that once', async () => {
    await release('1.0.0-b');
    await rm(join(releasesDir, 'mf-events', '1.0.0-a'), { recursive: true });
    await use(20, 10);
    await use(20, 10);
    expect([await live(), (await last())?.action]).toEqual(['1.0.0-b', 'published']);
    expect(troubles.map(String)).toEqual(['Error: mf-events 1.0.0-b fails and cannot be rolled back']);
    troubles = [];
  });

  describe('that replaces another one within half an hour', () => {
    it('is replaced by that one when only itself fails', async () => {
      await release('1.0.0-b');
      await use(20, 0);
      await after(10);
      await release('1.0.0-c');
      await use(20, 10);
      expect(await last()).toMatchObject({ action: 'rolled_back', version: '1.0.0-b', fromVersion: '1.0.0-c' });
    });

    it('is replaced by the last stable one when both fail, and a rollback then restores the one before', async () => {
      await release('1.0.0-0');
      await after(60);
      await release('1.0.0-1');
      await use(40, 6);
      await after(60);
      // Too few views to compare it with the previous one.
      await release('1.0.0-b');
      await use(4, 3);
      await after(10);
      await release('1.0.0-c');
      await use(40, 30);
      expect(await last()).toMatchObject({ action: 'rolled_back', version: '1.0.0-1', fromVersion: '1.0.0-c' });
      expect(await post('/rollbacks', act)).toMatchObject({ body: { version: '1.0.0-0' } });
    });
  });

  it('is replaced while a rollout continues', async () => {
    await release('1.0.0-b');
    await release('1.0.0-c', 1);
    await use(20, 10);
    expect((await store.entries())[0]).toMatchObject({
      version: '1.0.0-a',
      rolloutVersion: '1.0.0-c',
      rolloutPercent: 1,
    });
  });

  it('is watched from the time at which a rollout reached everyone', async () => {
    await release('1.0.0-b', 50);
    await after(45);
    await post('/releases', { ...act, version: '1.0.0-b', percent: null });
    await use(20, 10);
    expect(await last()).toMatchObject({ action: 'rolled_back', version: '1.0.0-a', fromVersion: '1.0.0-b' });
  });
});

describe('a rollout', () => {
  const visitors = Array.from({ length: 400 }, (_, index) => `visitor-${String(index).padStart(8, '0')}`);
  const shareWith = async (version: string) => {
    const seen = await Promise.all(visitors.map((release_visitor) => versionFor({ release_visitor })));
    return seen.filter((each) => each === version).length / visitors.length;
  };
  it('reaches its share and is sticky per browser', async () => {
    await release('1.0.0-a');
    await release('1.0.0-b', 10);
    expect(await shareWith('1.0.0-b')).toBeGreaterThan(0.04);
    expect(await shareWith('1.0.0-b')).toBeLessThan(0.17);
    const first = await openPage();
    expect(first.cookie).toEqual(expect.objectContaining({ httpOnly: true }));
    expect(first.cookie).not.toHaveProperty('maxAge');
    const cookies = { release_visitor: first.cookie?.value ?? '' };
    for (let time = 0; time < 5; time += 1) expect((await openPage(cookies)).registry).toEqual(first.registry);
  });

  it.each([
    ['throw', "throw new Error('torn')"],
    ['never end', 'for (;;) ;'],
    ['end the process', 'process.exit(0)'],
  ])('is withdrawn when its pages %s on the server, without a report of a browser', async (_what, deed) => {
    const { files, remove } = await buildRenderer();
    const shellDir = dirname(files.script);
    await writeFile(
      join(shellDir, 'shell-manifest.json'),
      JSON.stringify({
        version: '0',
        js: [],
        css: [],
        serverRender: 'server-render.mjs',
        sandboxRenderer: 'sandbox-renderer.cjs',
      }),
    );
    const keys = ['one', 'two', 'three'];
    await release('1.0.0-a');
    await handIn(
      aServerBuild('1.0.0-b', {
        serverSource: `exports.pages = Object.fromEntries(${JSON.stringify(keys)}.map((key) => [key, async () => () => { ${deed}; }]));`,
        routes: keys.map((key) => ({ path: `/events/${key}`, page: key, title: '', access: 'anyone' })),
        preloads: {
          pages: Object.fromEntries(keys.map((key) => [key, ['entry.js']])),
          slots: { 'top-events': ['entry.js'] },
        },
      }),
    );
    await post('/releases', { ...act, version: '1.0.0-b', percent: 50 });
    const seen = await Promise.all(
      visitors.map(async (release_visitor) =>
        (await versionFor({ release_visitor })) === '1.0.0-b' ? release_visitor : [],
      ),
    );
    const [within = ''] = seen.flat();
    const rendering = await startServer(
      {},
      { shellDir, rendererScript: files.script, render: () => Promise.resolve('') },
    );
    const isWithdrawn = async () => (await historyOf())[0] === 'rollout_withdrawn 1.0.0-b';
    while (!(await isWithdrawn())) {
      for (const key of keys) {
        const page = await rendering.inject({ url: `/events/${key}`, cookies: { release_visitor: within } });
        expect(page.statusCode).toBeLessThan(500);
      }
      await health.flush();
    }
    expect(await store.history(1)).toMatchObject([
      {
        who: 'error rate',
        why: expect.stringMatching(/^failed on the server in \d+ of \d+ .*; what is live in 0 of \d+/),
      },
    ]);
    await rendering.close();
    await remove();
    // The server may still use the reading from before the withdrawal.
    await post('/refusals', { ...act, version: '1.0.0-x' });
    expect(await versionFor({ release_visitor: within })).toBe('1.0.0-a');
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
      const { view, registry } = await openPage({ release_visitor });
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
      const { view, registry } = await openPage({ release_visitor });
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
        const { view, registry } = await openPage({ release_visitor });
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

describe('the evidence of a release', () => {
  const publish = (proof: string | undefined, version = '1.0.0-a', token = TOKEN) =>
    post('/releases', { ...act, version, percent: null, evidence: proof }, token);
  const passed = async (build = aBuild('1.0.0-a')) => {
    const { body } = await handIn(build);
    return { handIn: body.handIn ?? '', evidence: evidence.get(build.manifest.version) ?? '' };
  };
  /** The signed text with a change, signed again. */
  const resealed = (text: string, change: object, purpose: 'gate-hand-in' | 'gate-approval' | 'gate-evidence') => {
    const value = JSON.parse(Buffer.from(text.split('.')[0] ?? '', 'base64url').toString()) as object;
    return signText(key, purpose, { ...value, ...change });
  };
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

  it.each([
    [
      'is missing',
      async () => undefined,
      'The evidence is missing: a release needs the result of a gate for its build.',
    ],
    [
      'is for another version',
      async () => (await passed(aBuild('1.0.0-b'))).evidence,
      'The evidence is for other files: the gate checked mf-events 1.0.0-b',
    ],
    [
      'is for other files',
      async () => resealed((await passed()).evidence, { digest: 'of other files' }, 'gate-evidence'),
      'The evidence is for other files: the gate checked mf-events 1.0.0-a, and this build of mf-events 1.0.0-a has another digest.',
    ],
    [
      'lacks the browser',
      async () => resealed((await passed()).evidence, { checks: ['types'] }, 'gate-evidence'),
      'The evidence lacks the check of shared versions, size budgets, routes and slots, source, calls, browser.',
    ],
    [
      'was typed',
      async () =>
        (await passed()).evidence.replace(/^[^.]+/, Buffer.from('{"version":"1.0.0-a"}').toString('base64url')),
      'The evidence has no valid signature of this server.',
    ],
    [
      'is signed with another key',
      async () => signText(readReleaseKey(makeReleaseKeyPem()), 'gate-evidence', { version: '1.0.0-a' }),
      'The evidence has no valid signature of this server.',
    ],
    ['is the hand-in', async () => (await passed()).handIn, 'The evidence has no valid signature of this server.'],
    ['is no text of ours', async () => 'yes', 'The evidence has no valid signature of this server.'],
    [
      'is older than a day',
      async () => resealed((await passed()).evidence, { at: hoursAgo(24.1) }, 'gate-evidence'),
      'more than 24 hours ago: run the gate again.',
    ],
    [
      'is from another shell',
      async () => resealed((await passed()).evidence, { shell: 'before' }, 'gate-evidence'),
      'The gate ran in the shell before, and 0 is live now: run the gate again.',
    ],
  ])('is refused when it %s, and the release changes nothing', async (_what, proofOf, sentence) => {
    const proof = await proofOf();
    await passed();
    const { status, body } = await publish(proof);
    expect({ status, error: body.error }).toEqual({ status: 422, error: expect.stringContaining(sentence) });
    expect(await versionFor()).toBeUndefined();
    expect(await store.history(1)).toEqual([]);
  });

  it('holds for a day, and for the build that it was made for', async () => {
    const { evidence: proof } = await passed();
    expect((await publish(resealed(proof, { at: hoursAgo(23.9) }, 'gate-evidence'))).status).toBe(200);
    expect(await versionFor()).toBe('1.0.0-a');
  });

  it('names what it was checked against, and by whom', async () => {
    await release('1.0.0-a');
    const { evidence: proof } = await passed(aBuild('1.0.0-b'));
    expect(JSON.parse(Buffer.from(proof.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      remote: 'mf-events',
      version: '1.0.0-b',
      digest: expect.stringMatching(/^[\da-f]{64}$/),
      shell: '0',
      live: { 'mf-events': '1.0.0-a' },
      checks: ['shared versions', 'size budgets', 'routes and slots', 'source', 'calls', 'types', 'browser'],
      by: 'operator',
      provedBy: 'operator',
    });
  });

  const whole = aReport(aBuild('1.0.0-a'));
  it.each([
    ['has no types', { browser: whole.browser }, 'The check of the types is missing.'],
    ['has no browser', { types: whole.types }, 'The check in a browser is missing.'],
    ['has nothing', undefined, 'The check of the types is missing. The check in a browser is missing.'],
    [
      'has failed types',
      { ...whole, types: { ...whole.types, refusals: ['TS2305 no paths'] } },
      'The types do not fit: TS2305 no paths',
    ],
    [
      'has types of another shell',
      { ...whole, types: { ...whole.types, shell: 'before' } },
      'The types were checked against another shell than the live one.',
    ],
    [
      'has types of other sources',
      { ...whole, types: { ...whole.types, sources: 'others' } },
      'The types were checked of other sources than those of the build.',
    ],
    [
      'has a page that failed',
      { ...whole, browser: { ...whole.browser, refusals: ['The route /events did not mount: torn.'] } },
      'The route /events did not mount: torn.',
    ],
    [
      'has a page that was not opened',
      { ...whole, browser: { opened: ['slot top-events'], refusals: [] } },
      'No browser has opened the route /events.',
    ],
    [
      'has a slot that was not opened',
      { ...whole, browser: { opened: ['route /events'], refusals: [] } },
      'No browser has opened the slot top-events.',
    ],
  ])('is not made of a report that %s', async (_what, report, error) => {
    const { handIn: text } = await passed();
    expect(await post('/evidence', { handIn: text, report })).toMatchObject({ status: 422, body: { error } });
  });

  it('is not made without a fresh hand-in of this server', async () => {
    const { handIn: text } = await passed();
    const old = resealed(text, { at: hoursAgo(25) }, 'gate-hand-in');
    for (const [given, sentence] of [
      [old, 'more than 24 hours ago'],
      [`${text}x`, 'The hand-in has no valid signature of this server'],
      [evidence.get('1.0.0-a') ?? '', 'The hand-in has no valid signature of this server'],
    ] as const)
      expect(await post('/evidence', { handIn: given, report: whole })).toMatchObject({
        status: 422,
        body: { error: expect.stringContaining(sentence) },
      });
  });

  describe('of a skipped gate', () => {
    const skip = async (approval: string | undefined, token = TOKEN) => {
      const { handIn: text } = await passed();
      return post('/evidence', { handIn: text, skip: { why: 'an outage', approval } }, token);
    };
    const approvalBy = async (token: string, version = '1.0.0-a') =>
      (await post('/approvals', { remote: 'mf-events', version }, token)).body.approval ?? '';
    const ofRen = async () => tokenOf('ren@example.jp', 'mf-events');

    it('takes a reason and a second person, and leaves a line in the history with both', async () => {
      const { secret } = await ofRen();
      await passed();
      const { body } = await skip(await approvalBy(secret));
      expect((await publish(body.evidence)).status).toBe(200);
      expect(await store.history(2)).toMatchObject([
        { action: 'published', version: '1.0.0-a', approvedBy: null },
        {
          action: 'gate_skipped',
          version: '1.0.0-a',
          who: 'aoi (operator)',
          why: 'an outage',
          approvedBy: 'ren@example.jp',
        },
      ]);
      expect(await versionFor()).toBe('1.0.0-a');
    });

    it('does not skip the checks of the server', async () => {
      const { secret } = await ofRen();
      await passed();
      const { body } = await skip(await approvalBy(secret));
      const without = resealed(body.evidence ?? '', { checks: [] }, 'gate-evidence');
      expect(await publish(without)).toMatchObject({
        status: 422,
        body: {
          error: 'The evidence lacks the check of shared versions, size budgets, routes and slots, source, calls.',
        },
      });
    });

    it('needs an approval, of another person, for this build, with a token that still counts', async () => {
      const ren = await ofRen();
      await passed(aBuild('1.0.0-b'));
      await passed();
      const approval = await approvalBy(ren.secret);
      const refusals: [string | undefined, string, string][] = [
        [undefined, TOKEN, 'Skipping the gate needs the approval of a second person.'],
        ['ren@example.jp', TOKEN, 'The approval has no valid signature of this server.'],
        [await approvalBy(TOKEN), TOKEN, 'operator cannot approve their own release'],
        [approval, ren.secret, 'ren@example.jp cannot approve their own release'],
        [approval, (await ofRen()).secret, 'ren@example.jp cannot approve their own release'],
        [await approvalBy(ren.secret, '1.0.0-b'), TOKEN, 'The approval is for mf-events 1.0.0-b, not for this build'],
        [resealed(approval, { digest: 'other' }, 'gate-approval'), TOKEN, 'The approval is for mf-events 1.0.0-a, not'],
        [resealed(approval, { at: hoursAgo(25) }, 'gate-approval'), TOKEN, 'more than 24 hours ago'],
      ];
      for (const [given, token, sentence] of refusals)
        expect(await skip(given, token)).toMatchObject({
          status: 422,
          body: { error: expect.stringContaining(sentence) },
        });
      await post('/tokens/revocations', { id: ren.id });
      expect(await skip(approval)).toMatchObject({
        status: 422,
        body: { error: 'The token with which ren@example.jp approved is no longer valid.' },
      });
    });

    it('is not approved for what was never uploaded, nor by a team of another remote', async () => {
      expect((await post('/approvals', { remote: 'mf-events', version: '1.0.0-z' })).status).toBe(409);
      const { secret } = await tokenOf('ren@example.jp', 'mf-classrooms');
      expect((await post('/approvals', { remote: 'mf-events', version: '1.0.0-z' }, secret)).status).toBe(403);
    });
  });
});

async function tokenOf(person: string, remote: string | null) {
  const { status, body } = await post('/tokens', { person, remote, days: 7, who: 'aoi' });
  expect(status).toBe(201);
  return { id: body.token?.id ?? '', secret: body.secret ?? '' };
}

describe("a team's token", () => {
  const tokens = async (token = TOKEN) =>
    server.inject({ url: '/deploy/tokens', headers: { authorization: `Bearer ${token}` } });

  it('releases its remote, in the name of its person, whatever name is typed', async () => {
    const { secret } = await tokenOf('ren@example.jp', 'mf-events');
    expect((await handIn(aBuild('1.0.0-a'), secret)).status).toBe(201);
    expect((await post('/releases', { ...act, version: '1.0.0-a', percent: null }, secret)).status).toBe(200);
    expect(await store.history(1)).toMatchObject([{ action: 'published', who: 'ren@example.jp', why: 'a new list' }]);
    expect((await post('/retirements', act, secret)).status).toBe(200);
    expect(await store.history(1)).toMatchObject([{ action: 'retired', who: 'ren@example.jp' }]);
  });

  it('may change every remote when it is for all', async () => {
    const { secret } = await tokenOf('ren@example.jp', null);
    expect((await handIn(aBuild('1.0.0-a'), secret)).status).toBe(201);
  });

  it('may not change another remote', async () => {
    await release('1.0.0-a');
    const { body } = await handIn(aBuild('1.0.0-b'));
    const { secret } = await tokenOf('ren@example.jp', 'mf-classrooms');
    const { manifest, files } = aBuild('1.0.0-c');
    const changes: [string, object][] = [
      ['/candidates', { ...act, manifest, files }],
      ['/candidates', { ...act, remote: 'mf-classrooms', manifest, files }],
      ['/evidence', { handIn: body.handIn, report: aReport(aBuild('1.0.0-b')) }],
      ['/releases', { ...act, version: '1.0.0-b', percent: null }],
      ['/refusals', { ...act, version: '1.0.0-b' }],
      ['/rollbacks', act],
      ['/retirements', act],
      ['/overrides', { why: 'a look', overrides: [{ remote: 'mf-events', version: '1.0.0-b' }] }],
    ];
    for (const [path, payload] of changes)
      expect(await post(path, payload, secret)).toMatchObject({
        status: 403,
        body: { error: 'This token is for mf-classrooms, not for mf-events.' },
      });
    expect(await versionFor()).toBe('1.0.0-a');
    expect(await store.history(5)).toHaveLength(1);
  });

  it('ends at once when it is revoked, and stays in the list', async () => {
    const { id, secret } = await tokenOf('ren@example.jp', 'mf-events');
    const other = await tokenOf('ren@example.jp', 'mf-events');
    expect((await handIn(aBuild('1.0.0-a'), secret)).status).toBe(201);
    for (const who of ['aoi', 'haru']) expect((await post('/tokens/revocations', { id, who })).status).toBe(200);
    expect(await post('/rollbacks', act, secret)).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/^This token was revoked at \d/) },
    });
    expect((await handIn(aBuild('1.0.0-a'), other.secret)).status).toBe(201);
    expect((await tokens()).json()).toMatchObject({
      tokens: expect.arrayContaining([
        expect.objectContaining({
          id,
          person: 'ren@example.jp',
          remote: 'mf-events',
          createdBy: 'aoi (operator)',
          lastUsedAt: expect.any(String),
          revokedBy: 'aoi (operator)',
        }),
        expect.objectContaining({ id: other.id, revokedAt: null }),
      ]),
    });
  });

  it('is not needed by a run of a CI, which its issuer proves', async () => {
    const issuer = await startCiIssuer();
    const rule = { issuer: issuer.url, audience: 'manabiba', remote: 'mf-events', claims: { ref: 'refs/heads/main' } };
    const product = await startServer({ RELEASE_CI: JSON.stringify([rule]) });
    const run = await issuer.tokenOf({ aud: 'manabiba', sub: 'repo:events', ref: 'refs/heads/main' });
    const send = async (path: string, payload: object, token = run) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await product.inject({ method: 'POST', url: `/deploy${path}`, payload, headers });
      return { status: answer.statusCode, body: answer.payload ? answer.json<Record<string, string>>() : {} };
    };
    const build = aBuild('1.0.0-a');
    const { body: checked } = await send('/candidates', { ...act, remote: 'mf-events', ...build });
    const { body: proved } = await send('/evidence', { handIn: checked.handIn, report: aReport(build) });
    const published = { ...act, version: '1.0.0-a', percent: null, evidence: proved.evidence };
    expect((await send('/releases', published)).status).toBe(200);
    expect(await store.history(1)).toMatchObject([{ action: 'published', version: '1.0.0-a', who: 'ci repo:events' }]);
    expect(await send('/approvals', { remote: 'mf-events', version: '1.0.0-a' })).toMatchObject({
      status: 403,
      body: { error: 'A CI cannot approve: skipping the gate takes a second person.' },
    });
    expect((await send('/tokens', { person: 'aoi@example.jp', remote: null, days: 1 })).status).toBe(403);
    const ofBranch = await issuer.tokenOf({ aud: 'manabiba', sub: 'repo:events', ref: 'refs/heads/draft' });
    expect(await send('/rollbacks', act, ofBranch)).toMatchObject({
      status: 401,
      body: { error: 'repo:events may release nothing: its claims fit no rule of RELEASE_CI.' },
    });
    await product.close();
    issuer.close();
  });

  it('ends when it expires', async () => {
    const ofNoTime = { remote: 'mf-events', person: 'ren@example.jp', days: 0, by: 'operator' };
    const { secret } = await createReleaseTokens({ pool, key }).create(ofNoTime);
    expect(await post('/rollbacks', act, secret)).toMatchObject({
      status: 401,
      body: { error: expect.stringMatching(/^This token expired at \d/) },
    });
  });

  it.each([
    ['its remote', "remote = 'mf-classrooms'"],
    ['its person', "person = 'haru@example.jp'"],
    ['its end', "expires_at = expires_at + interval '1 day'"],
    ['its signature', "signature = ''"],
  ])('is rejected when %s was changed in the database', async (_what, change) => {
    const { secret } = await tokenOf('ren@example.jp', 'mf-events');
    await pool.query(`update release_tokens set ${change}`);
    expect(await post('/rollbacks', act, secret)).toMatchObject({
      status: 401,
      body: { error: 'This token is not known here.' },
    });
  });

  it('cannot be guessed from what is kept of it, and is never shown again', async () => {
    const { id, secret } = await tokenOf('ren@example.jp', 'mf-events');
    const { rows } = await pool.query<{ secret_hash: string }>('select secret_hash from release_tokens');
    const kept = rows[0]?.secret_hash ?? '';
    const list = (await tokens()).payload;
    for (const hidden of [secret, kept]) expect(list).not.toContain(hidden);
    for (const token of [kept, id, `mrt_${id}_`, `mrt_${id}_${kept}`, `${secret}x`, 'mrt_none_x', 'mrt'])
      expect(await post('/rollbacks', act, token)).toMatchObject({
        status: 401,
        body: { error: 'This token is not known here.' },
      });
  });

  it('is made, listed and revoked by the operator only', async () => {
    const { id, secret } = await tokenOf('ren@example.jp', null);
    const refusal = { status: 403, body: { error: 'Only the operator may manage tokens.' } };
    expect(await post('/tokens', { person: 'ren@example.jp', remote: null, days: 7 }, secret)).toMatchObject(refusal);
    expect(await post('/tokens/revocations', { id }, secret)).toMatchObject(refusal);
    expect((await tokens(secret)).statusCode).toBe(403);
    expect((await tokens('')).statusCode).toBe(401);
  });

  it.each([
    ['a person without an address', { person: 'workspace' }],
    ['no end', { days: 367 }],
    ['no remote and not all', { remote: undefined }],
  ])('is not made with %s', async (_what, change) => {
    expect((await post('/tokens', { person: 'ren@example.jp', remote: null, days: 7, ...change })).status).toBe(422);
  });

  it('is not revoked when there is none', async () => {
    const id = '6f1c2f0e-6f0f-4c43-9d0a-0f7d7a0c4a11';
    expect(await post('/tokens/revocations', { id })).toMatchObject({
      status: 422,
      body: { error: `There is no token ${id}.` },
    });
  });
});

describe('an environment', () => {
  const preview = { ...act, environment: 'preview', percent: null };
  const put = async (version: string, changes: object = {}) => {
    expect((await handIn(aBuild(version))).status).toBe(201);
    return post('/releases', { ...preview, version, ...changes });
  };
  const promote = (version: string, changes: object = {}, token = TOKEN) =>
    post('/promotions', { ...preview, version, ...changes }, token);
  const pathOfLink = async () => {
    const { pathname, search } = new URL(
      (await post('/environments/links', { environment: 'preview' })).body.link ?? '',
    );
    return pathname + search;
  };
  /** The cookies of a browser that has opened the link. */
  const opened = async () => {
    const { cookies } = await server.inject({ url: await pathOfLink() });
    return Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
  };
  const releaseFor = async (cookies: Record<string, string> = {}) => {
    const { remotes } = (await server.inject({ url: '/registry.json', cookies })).json<{
      remotes: Record<string, object>;
    }>();
    return remotes['mf-events'];
  };
  const refreshed = () => post('/refusals', { ...act, version: '1.0.0-x' });

  it('shows its release to those who have opened it, says so there, and counts nothing', async () => {
    await release('1.0.0-a');
    expect((await put('1.0.0-b')).status).toBe(200);
    const cookies = await opened();
    expect(await versionFor(cookies)).toBe('1.0.0-b');
    const page = await server.inject({ url: '/events', cookies });
    expect(page.headers['cache-control']).toBe('no-store, private');
    const boot = bootOf(page.payload);
    expect(boot).toMatchObject({
      environment: 'preview',
      registry: { remotes: { 'mf-events': { version: '1.0.0-b' } } },
    });
    expect(boot).not.toHaveProperty('view');
    expect(await versionFor()).toBe('1.0.0-a');
    expect(bootOf((await server.inject({ url: '/events' })).payload)).not.toHaveProperty('environment');
    // What is kept for offline is what is live.
    const kept = await server.inject({ url: '/events', cookies, headers: { [KEEP_HEADER]: 'yes' } });
    expect(bootOf(kept.payload).registry.remotes['mf-events']?.version).toBe('1.0.0-a');
  });

  it('gives production the same files without another gate, and the history names the environment', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b', { who: 'ren' });
    const [seen, cookies] = [await releaseFor(await opened()), await opened()];
    const file = await stat(join(releasesDir, 'mf-events', '1.0.0-b', 'entry.js'));
    expect(await promote('1.0.0-b', { why: 'looked at' })).toMatchObject({
      status: 200,
      body: { isNews: true, from: '1.0.0-a' },
    });
    expect(await releaseFor()).toEqual(seen);
    expect((await stat(join(releasesDir, 'mf-events', '1.0.0-b', 'entry.js'))).mtimeMs).toBe(file.mtimeMs);
    expect(await store.history(2)).toMatchObject([
      { action: 'published', version: '1.0.0-b', fromVersion: '1.0.0-a', environment: 'preview', why: 'looked at' },
      { action: 'environment_published', version: '1.0.0-b', environment: 'preview', who: 'ren (operator)' },
    ]);
    // The environment goes on with what is live.
    expect(await store.environments.entries()).toEqual([]);
    await release('1.0.0-c');
    expect(await versionFor(cookies)).toBe('1.0.0-c');
    expect((await post('/rollbacks', act)).body).toMatchObject({ version: '1.0.0-b', left: '1.0.0-c' });
  });

  it('keeps showing a release while it is rolled out, until everyone has it', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    expect((await promote('1.0.0-b', { percent: 10 })).status).toBe(200);
    expect((await store.entries())[0]).toMatchObject({ version: '1.0.0-a', rolloutVersion: '1.0.0-b' });
    expect(await versionFor(await opened())).toBe('1.0.0-b');
    expect((await promote('1.0.0-b')).status).toBe(200);
    expect((await store.entries())[0]).toMatchObject({ version: '1.0.0-b', rolloutVersion: null });
    expect(await store.environments.entries()).toEqual([]);
  });

  it('may be the first place of a remote, and brings a retired one back', async () => {
    await put('1.0.0-a');
    expect([await versionFor(), await versionFor(await opened())]).toEqual([undefined, '1.0.0-a']);
    expect((await promote('1.0.0-a')).status).toBe(200);
    await put('1.0.0-b');
    const cookies = await opened();
    await post('/retirements', act);
    // Retirement is for every environment.
    expect(await versionFor(cookies)).toBeUndefined();
    expect((await historyOf()).slice(0, 2)).toEqual(['environment_withdrawn 1.0.0-b', 'retired 1.0.0-a']);
    await put('1.0.0-c');
    expect([await versionFor(), await versionFor(cookies)]).toEqual([undefined, '1.0.0-c']);
    expect((await promote('1.0.0-c')).status).toBe(200);
    expect(await versionFor()).toBe('1.0.0-c');
  });

  it('has what is live again when its release is withdrawn', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const cookies = await opened();
    expect(await post('/environments/withdrawals', preview)).toMatchObject({ status: 200, body: { left: '1.0.0-b' } });
    expect(await versionFor(cookies)).toBe('1.0.0-a');
    expect(await post('/environments/withdrawals', preview)).toMatchObject({
      status: 409,
      body: { error: 'preview has no release of mf-events.' },
    });
  });

  it('keeps the files of its release', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    await pool.query("update releases set created_at = now() - interval '31 days'");
    await pool.query("update release_history set at = now() - interval '31 days'");
    expect(await store.removeOld()).toEqual([]);
    await post('/environments/withdrawals', preview);
    await pool.query("update release_history set at = now() - interval '31 days'");
    expect(await store.removeOld()).toEqual(['mf-events 1.0.0-b']);
  });

  it('gives one of two promotions at once; the other learns who was first', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const answers = await Promise.all(
      ['aoi', 'ren'].map(async (who) => ({ who, ...(await promote('1.0.0-b', { who })) })),
    );
    const winner = answers.find(({ status }) => status === 200);
    const loser = answers.find(({ status }) => status === 409);
    expect(loser?.body.error).toMatch(
      new RegExp(`^mf-events 1\\.0\\.0-b is live already: promoted by ${winner?.who} \\(operator\\) at 2`),
    );
    expect((await historyOf()).filter((line) => line.startsWith('published'))).toHaveLength(2);
  });

  it.each([
    [
      'that has nothing',
      async () => undefined,
      '1.0.0-b',
      'preview has no release of mf-events: what is live is seen there.',
    ],
    [
      'with another release than the one that was looked at',
      async () => {
        await put('1.0.0-b');
        await put('1.0.0-c');
      },
      '1.0.0-b',
      'preview has moved: mf-events is at 1.0.0-c there now, not at 1.0.0-b. Look at it, and promote it then.',
    ],
    [
      'of a retired remote',
      async () => {
        await put('1.0.0-b');
        await post('/retirements', act);
      },
      '1.0.0-b',
      'mf-events is retired, and preview has no release that brings it back: put one there first.',
    ],
    [
      'of a release whose rollout was taken back',
      async () => {
        await put('1.0.0-b');
        await promote('1.0.0-b', { percent: 10 });
        await post('/rollbacks', { ...act, why: 'it fails' });
      },
      '1.0.0-b',
      /^mf-events 1\.0\.0-b was taken back by aoi \(operator\) at .*: it fails\. Release a mended build, or promote it with --force\.$/,
    ],
    [
      'of a release that was rolled back',
      async () => {
        await put('1.0.0-b');
        await post('/releases', { ...act, version: '1.0.0-b', percent: null });
        await post('/rollbacks', { ...act, why: 'it fails' });
      },
      '1.0.0-b',
      /^mf-events 1\.0\.0-b was taken back by /,
    ],
    [
      'after another release went live',
      async () => {
        await put('1.0.0-b');
        await release('1.0.0-c');
      },
      '1.0.0-b',
      /^live has moved: mf-events was at 1\.0\.0-a when the gate ran and is at 1\.0\.0-c now \(published by aoi/,
    ],
    [
      'of a release whose files are gone',
      async () => {
        await put('1.0.0-b');
        await rm(join(releasesDir, 'mf-events', '1.0.0-b'), { recursive: true });
      },
      '1.0.0-b',
      'The files of mf-events 1.0.0-b are no longer kept.',
    ],
  ])('refuses the promotion %s, and nothing changes', async (_what, prepare, version, sentence) => {
    await release('1.0.0-a');
    await prepare();
    const before = await versionFor();
    const { status, body } = await promote(version);
    expect({ status, error: body.error }).toEqual({
      status: 409,
      error: typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    });
    expect(await versionFor()).toBe(before);
  });

  it.each([
    ['named twice', { with: [{ remote: 'mf-events', version: '1.0.0-b' }] }, TOKEN, 422, 'A remote is named twice.'],
    [
      'of a share',
      { with: [{ remote: 'mf-talks', version: '1.0.0-b' }], percent: 10 },
      TOKEN,
      422,
      'A change of several remotes is for everyone: it has no share and no rule.',
    ],
    [
      'by a team of one of them',
      { with: [{ remote: 'mf-talks', version: '1.0.0-b' }] },
      null,
      403,
      'This token is for mf-events, not for mf-talks.',
    ],
    [
      'of a remote that is not there',
      { with: [{ remote: 'mf-talks', version: '1.0.0-b' }] },
      TOKEN,
      409,
      'preview has no release of mf-talks: what is live is seen there.',
    ],
  ])('refuses a promotion of several remotes %s, and nothing changes', async (_what, changes, token, status, error) => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const given =
      token ?? (await post('/tokens', { person: 'ren@example.jp', remote: 'mf-events', days: 1 })).body.secret;
    expect(await promote('1.0.0-b', changes, given)).toMatchObject({ status, body: { error } });
    expect(await versionFor()).toBe('1.0.0-a');
  });

  it('is where a page and a slot move from one remote to another, which go live in one change', async () => {
    await release('1.0.0-a');
    const talks = aBuild('1.0.0-t', { remote: 'mf-talks', container: 'mf_talks' });
    const withoutPages = aBuild('1.0.0-b', { routes: [], slots: [], preloads: { pages: {}, slots: {} } });
    expect((await handIn(withoutPages)).status).toBe(201);
    await post('/releases', { ...preview, version: '1.0.0-b' });
    const { status, body } = await handIn(talks);
    expect(status).toBe(422);
    expect(body.gates?.flatMap(({ refusals }) => refusals)).toContain('The route /events belongs to mf-events.');

    const handedIn = await handIn({ ...talks, ...{ environment: 'preview' } });
    expect(handedIn.status).toBe(201);
    const { name, value } = handedIn.body.override ?? { name: '', value: '' };
    const looked = bootOf(
      (await server.inject({ url: '/events', cookies: { ...(await opened()), [name]: value } })).payload,
    );
    expect(looked.registry.remotes).toMatchObject({
      'mf-events': { version: '1.0.0-b' },
      'mf-talks': { version: '1.0.0-t' },
    });
    // No sign of the environment lies over what the gate looks at.
    expect(looked).not.toHaveProperty('environment');
    const ofTalks = { remote: 'mf-talks', version: '1.0.0-t' };
    expect((await post('/releases', { ...preview, ...ofTalks, environment: 'production' })).body.error).toBe(
      'The route /events belongs to mf-events.',
    );
    expect((await post('/releases', { ...preview, ...ofTalks })).status).toBe(200);
    expect((await promote('1.0.0-b', { with: [ofTalks] })).status).toBe(200);
    const { remotes } = (await server.inject({ url: '/registry.json' })).json<{
      remotes: Record<string, { routes: { path: string }[] }>;
    }>();
    expect(Object.entries(remotes).map(([name, { routes }]) => [name, routes.map(({ path }) => path)])).toEqual([
      ['mf-events', []],
      ['mf-talks', ['/events']],
    ]);
  });

  it('gives way to force: over another release, and for one that was taken back', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    await promote('1.0.0-b', { percent: 10 });
    await post('/rollbacks', act);
    await release('1.0.0-c');
    expect((await promote('1.0.0-b', { isForced: true })).status).toBe(200);
    expect(await versionFor()).toBe('1.0.0-b');
  });

  it.each([
    [6.9, 200],
    [7.1, 422],
  ])('promotes what was checked %s days ago with the answer %i', async (days, status) => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const kept = await pool.query<{ evidence: string }>('select evidence from environment_releases');
    const value = JSON.parse(Buffer.from(kept.rows[0]?.evidence.split('.')[0] ?? '', 'base64url').toString()) as object;
    const at = new Date(Date.now() - days * 86_400_000).toISOString();
    await pool.query('update environment_releases set evidence = $1', [
      signText(key, 'gate-evidence', { ...value, at }),
    ]);
    const answer = await promote('1.0.0-b');
    expect(answer.status).toBe(status);
    if (status === 422) expect(answer.body.error).toContain('more than 168 hours ago: run the gate again.');
  });

  it('repeats in production that the gate was skipped', async () => {
    await release('1.0.0-a');
    const handedIn = (await handIn(aBuild('1.0.0-b'))).body.handIn ?? '';
    const { secret } = (await post('/tokens', { person: 'ren@example.jp', remote: 'mf-events', days: 1 })).body;
    const { approval } = (await post('/approvals', { remote: 'mf-events', version: '1.0.0-b' }, secret)).body;
    const skip = { why: 'an outage', approval };
    const { evidence: proof } = (await post('/evidence', { handIn: handedIn, skip })).body;
    await post('/releases', { ...preview, version: '1.0.0-b', evidence: proof });
    await promote('1.0.0-b');
    expect(await store.history(4)).toMatchObject([
      { action: 'published', environment: 'preview' },
      { action: 'gate_skipped', why: 'an outage', approvedBy: 'ren@example.jp' },
      { action: 'environment_published' },
      { action: 'gate_skipped', environment: 'preview', approvedBy: 'ren@example.jp' },
    ]);
  });

  it.each([
    ['/releases', { environment: 'staging' }, 'There is no such environment: production, preview.'],
    [
      '/releases',
      { percent: 10 },
      'Shares and rules are for production: whoever opens preview gets the release that is there.',
    ],
    ['/releases', { shownTo: ['signed-in'] }, 'Shares and rules are for production'],
    [
      '/promotions',
      { environment: 'production' },
      'There is no such environment. Besides production there is preview.',
    ],
    ['/promotions', { version: undefined }, 'version'],
    ['/environments/withdrawals', { environment: 'staging' }, 'There is no such environment.'],
    ['/environments/links', { environment: 'staging' }, 'There is no such environment.'],
    ['/reaches', { environment: 'staging' }, 'There is no such environment: production, preview.'],
  ])('is refused at %s with %j', async (path, changes, sentence) => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const { status, body } = await post(path, { ...preview, version: '1.0.0-b', ...changes });
    expect({ status, error: body.error }).toEqual({ status: 422, error: expect.stringContaining(sentence) });
    expect(await versionFor()).toBe('1.0.0-a');
  });

  it('is changed with a token of the remote only', async () => {
    await put('1.0.0-b');
    const { secret } = (await post('/tokens', { person: 'ren@example.jp', remote: 'mf-polls', days: 1 })).body;
    for (const path of ['/promotions', '/environments/withdrawals'])
      expect((await post(path, { ...preview, version: '1.0.0-b' }, secret)).status).toBe(403);
    for (const path of ['/promotions', '/environments/withdrawals', '/environments/links', '/reaches'])
      expect((await post(path, preview, 'a-guess')).status).toBe(401);
  });

  it.each([
    ['points at another release', "update environment_releases set version = '1.0.0-a'"],
    ['is empty', 'update environment_releases set version = null, built_on = null, evidence = null'],
    ['has no signature of ours', "update environment_releases set signature = 'none'"],
  ])('stays as it is when a writer with database access only makes an entry that %s', async (_what, tampering) => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const cookies = await opened();
    await pool.query(tampering);
    await refreshed();
    expect(await versionFor(cookies)).toBe('1.0.0-b');
    expect((await promote('1.0.0-b')).status).toBe(409);
  });

  it('is opened by hand, with a link of ours, and left again', async () => {
    await release('1.0.0-a');
    await put('1.0.0-b');
    const url = await pathOfLink();
    expect((await server.inject({ url, headers: { 'sec-fetch-site': 'cross-site' } })).statusCode).toBe(403);
    expect((await server.inject({ url: url.replace(/grant=preview/, 'grant=staging') })).statusCode).toBe(410);
    expect((await server.inject({ url: '/environment' })).statusCode).toBe(410);
    const away = await server.inject({ url: `${url}&to=//evil.test`.replace('to=%2F&', '') });
    expect(away).toMatchObject({ statusCode: 303, headers: expect.objectContaining({ location: '/' }) });
    expect(away.cookies[0]).toMatchObject({ httpOnly: true, path: '/', sameSite: 'Lax' });
    const cookies = await opened();
    const [[name = '', value = ''] = []] = Object.entries(cookies);
    // The text of a link is no cookie, and a later time is not ours.
    const grant = decodeURIComponent(/grant=([^&]+)/.exec(url)?.[1] ?? '');
    const later = value.replace(/~\d+~/, `~${Date.now() + 10 ** 12}~`);
    for (const forged of [grant, later, 'preview']) expect(await versionFor({ [name]: forged })).toBe('1.0.0-a');
    const leave = (site: string) =>
      server.inject({ method: 'DELETE', url: '/environment', cookies, headers: { 'sec-fetch-site': site } });
    expect((await leave('cross-site')).statusCode).toBe(403);
    expect((await leave('same-origin')).cookies).toMatchObject([{ name, maxAge: 0 }]);
  });
});

describe('a rollout by rule', () => {
  /** The cookies of people with a session, by kind. */
  const people: Record<string, Record<string, string>> = {};
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    const first = await startServer();
    for (const kind of ['learner', 'professional', 'staff', 'tester']) {
      const { cookies, body } = await signUp(first, `${kind}@rules.test`);
      people[kind] = cookies;
      ids[kind] = body.user.id;
    }
    await pool.query(
      "update users set role = split_part(email, '@', 1) where email in ('professional@rules.test', 'staff@rules.test')",
    );
    await first.close();
  });
  const show = async (version: string, shownTo: string[], percent: number | null = null) => {
    await handIn(aBuild(version));
    return post('/releases', { ...act, version, percent, shownTo });
  };
  const visitor = {};
  const seenBy = async () => {
    const seen = await Promise.all(
      Object.entries({ visitor, ...people }).map(async ([kind, cookies]) => [kind, await versionFor(cookies)] as const),
    );
    return seen.flatMap(([kind, version]) => (version === '1.0.0-b' ? [kind] : []));
  };

  it.each([
    [['signed-in'], ['learner', 'professional', 'staff', 'tester'], 'signed-in'],
    [['learner'], ['learner', 'tester'], 'learner'],
    [['staff', 'professional'], ['professional', 'staff'], 'professional, staff'],
    [['Tester@rules.test'], ['tester'], '1 tester'],
  ])('for %j is seen only by %j', async (shownTo, seen, words) => {
    await release('1.0.0-a');
    expect((await show('1.0.0-b', shownTo)).status).toBe(200);
    expect(await seenBy()).toEqual(seen);
    expect(await store.history(1)).toMatchObject([{ action: 'rollout_started', rule: words, percent: null }]);
    await post('/rollbacks', act);
    expect(await seenBy()).toEqual([]);
  });

  it('takes testers by id, and keeps no address', async () => {
    await release('1.0.0-a');
    await show('1.0.0-b', [ids.tester ?? '', 'staff@rules.test']);
    expect(await seenBy()).toEqual(['staff', 'tester']);
    const { rows } = await pool.query('select rollout_rule::text as rule from registry');
    expect(JSON.stringify(rows)).not.toContain('rules.test');
    expect((await store.history(1))[0]?.rule).toBe('2 testers');
  });

  it('holds for pages, versions and answers in advance alike, which no cache keeps', async () => {
    await release('1.0.0-a');
    await show('1.0.0-b', ['signed-in']);
    for (const [cookies, version] of [
      [people.learner ?? {}, '1.0.0-b'],
      [visitor, '1.0.0-a'],
    ] as const) {
      const page = await server.inject({ url: '/events', cookies });
      expect(bootOf(page.payload).registry.remotes['mf-events']?.version).toBe(version);
      const versions = await server.inject({ url: '/versions.json', cookies });
      expect(versions.json<LiveVersions>().remotes['mf-events']?.version).toBe(version);
      const registry = await server.inject({ url: '/registry.json', cookies });
      for (const { headers } of [page, versions, registry]) expect(headers['cache-control']).toContain('no-store');
    }
    const kept = await server.inject({
      url: '/events',
      cookies: people.learner ?? {},
      headers: { [KEEP_HEADER]: 'yes' },
    });
    expect(bootOf(kept.payload).registry.remotes['mf-events']?.version).toBe('1.0.0-a');
    // A page in which it has failed falls back to what everyone has.
    const fallback = await server.inject({ url: '/registry.json?failed=mf-events', cookies: people.learner ?? {} });
    expect(fallback.payload).toContain('1.0.0-a');
  });

  it('ends for a browser with its session', async () => {
    await release('1.0.0-a');
    await show('1.0.0-b', ['signed-in']);
    expect(await versionFor({ token: 'not.a.token', refreshToken: 'none' })).toBe('1.0.0-a');
    const anonymous = await server.inject({
      method: 'POST',
      url: '/v1/user/signin/anonymous',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(anonymous.cookies).not.toEqual([]);
    expect(await versionFor(Object.fromEntries(anonymous.cookies.map(({ name, value }) => [name, value])))).toBe(
      '1.0.0-a',
    );
  });

  it('goes with a share, and widens with the next release of the same build', async () => {
    await release('1.0.0-a');
    await show('1.0.0-b', ['signed-in'], 50);
    const visitors = Array.from({ length: 60 }, (_, index) => `visitor-${String(index).padStart(8, '0')}`);
    const withPerson = await Promise.all(
      visitors.map((release_visitor) => versionFor({ ...people.learner, release_visitor })),
    );
    const without = await Promise.all(visitors.map((release_visitor) => versionFor({ release_visitor })));
    expect(new Set(withPerson)).toEqual(new Set(['1.0.0-a', '1.0.0-b']));
    expect(new Set(without)).toEqual(new Set(['1.0.0-a']));
    await show('1.0.0-b', ['signed-in']);
    expect(await seenBy()).toEqual(['learner', 'professional', 'staff', 'tester']);
    await post('/releases', { ...act, version: '1.0.0-b', percent: null });
    expect(await versionFor()).toBe('1.0.0-b');
  });

  it('follows a promotion, and the same files reach everyone with the next one', async () => {
    await release('1.0.0-a');
    await handIn(aBuild('1.0.0-b'));
    const preview = { ...act, environment: 'preview', percent: null, version: '1.0.0-b' };
    await post('/releases', preview);
    expect((await post('/promotions', { ...preview, shownTo: ['staff'] })).status).toBe(200);
    expect(await seenBy()).toEqual(['staff']);
    expect((await post('/promotions', preview)).status).toBe(200);
    expect(await seenBy()).toEqual(['visitor', 'learner', 'professional', 'staff', 'tester']);
    expect(await store.history(2)).toMatchObject([
      { action: 'published', rule: null, environment: 'preview' },
      { action: 'rollout_started', rule: 'staff', environment: 'preview' },
    ]);
  });

  it.each([
    [
      ['teachers'],
      'There is no rule "teachers": signed-in, learner, professional, staff, or the addresses or ids of testers.',
    ],
    [
      ['staff', 'tester@rules.test'],
      'A rollout is for everyone signed in, for kinds of people, or for testers: name one.',
    ],
    [['nobody@rules.test', 'tester@rules.test'], 'Nobody here has the account nobody@rules.test: testers need one.'],
    [['usr_nobody'], 'Nobody here has the account usr_nobody: testers need one.'],
    [[], 'shownTo'],
    [[' '], 'shownTo'],
  ])('for %j is refused', async (shownTo, sentence) => {
    await release('1.0.0-a');
    for (const answer of [await show('1.0.0-b', shownTo), await post('/reaches', { shownTo })])
      expect(answer).toMatchObject({ status: 422, body: { error: expect.stringContaining(sentence) } });
    expect(await seenBy()).toEqual([]);
  });

  it('is refused where it could hide nothing', async () => {
    expect(await show('1.0.0-a', ['staff'])).toMatchObject({
      status: 409,
      body: {
        error:
          'mf-events has no live release for those whom a rule leaves out: release it to everyone, or into an environment.',
      },
    });
    await release('1.0.0-a');
    expect(await show('1.0.0-a', ['staff'])).toMatchObject({
      status: 409,
      body: { error: 'mf-events 1.0.0-a is live for everyone: a rule can no longer hide it.' },
    });
  });

  it.each([
    ['opens it to everyone', 'update registry set rollout_rule = null, rollout_percent = 99'],
    ['names another kind', `update registry set rollout_rule = '{"to":"kinds","kinds":["learner"]}'`],
  ])('stays as it is when a writer with database access only %s', async (_what, tampering) => {
    await release('1.0.0-a');
    await show('1.0.0-b', ['staff']);
    expect(await seenBy()).toEqual(['staff']);
    await pool.query(tampering);
    await post('/refusals', { ...act, version: '1.0.0-x' });
    expect(await seenBy()).toEqual(['staff']);
  });

  it('is shown to staff, with the releases of environments', async () => {
    await release('1.0.0-a');
    await show('1.0.0-b', ['learner', 'staff'], 20);
    await handIn(aBuild('1.0.0-c'));
    await post('/releases', { ...act, environment: 'preview', percent: null, version: '1.0.0-c' });
    const { payload } = await server.inject({ url: '/status', cookies: people.staff ?? {} });
    expect(payload).toContain('学習者・スタッフの20%');
    expect(payload).toContain('プレビューへの公開');
    expect(payload).toMatch(/プレビュー<\/span><\/td>[^]*mf-events[^]*1\.0\.0-c/);
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
      { requires: { react: '^18.0.0', platform: '^1.0.0' } },
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
    expect((await open('/override')).statusCode).toBe(410);
    const { body } = await handIn(aBuild('1.0.0-b'));
    expect(await versionFor({ [body.override?.name ?? '']: body.override?.value ?? '' })).toBe('1.0.0-b');
  });
});

describe('the number of a failure', () => {
  const numberOf = (view: string) => `${view.slice(0, 4)}-${view.slice(4, 8)}`.toUpperCase();
  const replay = async (number: string) => {
    const answer = await server.inject({
      url: `/deploy/replays/${number}`,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    return {
      status: answer.statusCode,
      body: answer.json<{ link: string | null; releases: object[]; error: string }>(),
    };
  };
  const tellNumber = (view: string, number: string) =>
    server.inject({
      method: 'POST',
      url: '/beacon/number',
      headers: { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
      payload: JSON.stringify({ view, number }),
    });
  const follow = async (link: string | null) => {
    const { pathname, search } = new URL(link ?? '');
    return server.inject({ url: pathname + search });
  };

  it('opens the product with the releases of that page, where developer overrides are off, and only there', async () => {
    await release('1.0.0-a');
    const { view } = await openPage();
    await release('1.0.0-b');
    await fail(view, '1.0.0-a');
    await health.flush();
    await server.close();
    server = await startServer({ DEVELOPER_OVERRIDE: 'off' });
    const { body } = await replay(numberOf(view));
    expect(body.releases).toEqual([{ remote: 'mf-events', version: '1.0.0-a', isKept: true }]);
    const opened = await follow(body.link);
    expect(opened.statusCode).toBe(303);
    const cookies = Object.fromEntries(opened.cookies.map(({ name, value }) => [name, value]));
    expect(await versionFor(cookies)).toBe('1.0.0-a');
    expect(await versionFor()).toBe('1.0.0-b');
    const page = await server.inject({ url: '/', cookies });
    expect(bootOf(page.payload)).not.toHaveProperty('view');
    expect((await follow(body.link)).statusCode).toBe(410);
  });

  it('is also that of an answer, which names it to the page; the first page that has it keeps it', async () => {
    await release('1.0.0-a');
    const first = await openPage();
    await release('1.0.0-b');
    const second = await openPage();
    for (const { view } of [first, second]) expect((await tellNumber(view, '0AF7-6519')).statusCode).toBe(204);
    for (const number of ['0af7-6519', '0AF7-651', ''])
      expect((await tellNumber(first.view, number)).statusCode).toBe(422);
    await tellNumber('made up', '1AF7-6519');
    await health.flush();
    expect((await replay('0AF7-6519')).body.releases).toMatchObject([{ version: '1.0.0-a' }]);
    expect(await replay('1AF7-6519')).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('No page has reported a failure with the number 1AF7-6519') },
    });
  });

  it('opens nothing when files are gone', async () => {
    await release('1.0.0-a');
    const { view } = await openPage();
    await fail(view, '1.0.0-a');
    await health.flush();
    await rm(join(releasesDir, 'mf-events', '1.0.0-a'), { recursive: true });
    expect((await replay(numberOf(view))).body).toMatchObject({ link: null, releases: [{ isKept: false }] });
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
  const { cookies } = await signUp(server, 'staff@example.test');
  expect((await server.inject({ url: '/status', cookies })).payload).not.toContain('1.0.0-a</code></td>');
  expect((await server.inject({ url: '/status' })).payload).not.toContain('1.0.0-a</code></td>');
  await pool.query("update users set role = 'staff' where email = 'staff@example.test'");
  const other = await startServer();
  const page = await other.inject({ url: '/status', cookies });
  await other.close();
  expect(page.payload).toContain('1.0.0-a</code></td>');
  expect(page.payload).toContain('a new list');
});

describe('the pages for the staff', () => {
  /** A member of the staff on a server with these rules for their sessions. */
  async function openAs(env: Record<string, string>, url: string) {
    const email = `${randomUUID()}@example.test`;
    const { cookies } = await signUp(server, email);
    await pool.query("update users set role = 'staff' where email = $1", [email]);
    const strict = await startServer(env);
    const answer = await strict.inject({ url, cookies });
    await strict.close();
    return answer;
  }

  it.each(['/status', '/status/analytics', '/status/analytics.csv'])(
    '%s follows the rules of the sessions of the staff',
    async (url) => {
      const open = await openAs({}, url);
      expect(open.statusCode).toBe(200);
      const locked = await openAs({ STAFF_SECOND_FACTOR: 'required' }, url);
      expect([locked.statusCode, locked.headers.location]).toEqual([303, '/staff/teams']);
      expect(locked.headers['cache-control']).toBe('no-store, private');
      const elsewhere = await openAs({ STAFF_ADDRESSES: '203.0.113.0/24' }, url);
      expect(elsewhere.statusCode).toBe(404);
      const inside = await openAs({ STAFF_ADDRESSES: '127.0.0.0/8' }, url);
      expect(inside.statusCode).toBe(200);
    },
  );
});
