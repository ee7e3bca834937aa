import { inlineDigestOf } from '../rendering/html/inline-digest';
import { buildRenderer } from '../testing/start-page-renderer';
import { emptyPlacesOf, LIVE, startRenderingServer, storeServerFile } from '../testing/start-rendering-server';
import { aRelease, inRollout } from '../testing/start-test-server';

const DIGEST = 'sha384-shell';
const sealed = { bytes: 1, brotliBytes: 1, integrity: 'sha384-file' };
const files = Object.fromEntries(['remote-entry.js', 'door.js', 'page.js', 'slot.js'].map((name) => [name, sealed]));

let renderer: Awaited<ReturnType<typeof buildRenderer>>;
let world: Awaited<ReturnType<typeof startRenderingServer>>;
let integrity = '';

beforeAll(async () => {
  renderer = await buildRenderer();
});
beforeEach(async () => {
  integrity = await storeServerFile(
    renderer,
    `const { jsx } = require('react/jsx-runtime');
     const page = async () => () => jsx('h1', { children: '教室' });
     exports.pages = { classrooms: page, classroom: page };
     exports.slots = { 'top-classrooms': page };`,
  );
  world = await startRenderingServer(renderer, {
    manifest: { files: { 'shell.js': { integrity: DIGEST } } },
    render: ({ drawn = [] }) => Promise.resolve(emptyPlacesOf(drawn)),
  });
  world.registry.rows = [releaseOf(LIVE, 1)];
});
afterEach(() => world.close());
afterAll(() => renderer.remove());

const releaseOf = (version: string, revision: number) =>
  aRelease(
    'mf-classrooms',
    { version, files, serverFile: { path: 'server/remote.cjs', bytes: 1, integrity } },
    { version, revision },
  );
const open: typeof world.open = (...given) => world.open(...given);
/** Opens a page twice until both fall into one second, as on a machine that is not busy. */
async function openTwice(url: string, first: Record<string, string> = {}, second = first) {
  let answers = [await open(url, first), await open(url, second)];
  for (let left = 20; left > 0 && !hasSame(answers); left -= 1)
    answers = [await open(url, first), await open(url, second)];
  return answers;
}
const hasSame = ([one, other]: Awaited<ReturnType<typeof open>>[]) =>
  one !== undefined && other !== undefined && one.rawPayload.equals(other.rawPayload);

it('serves two visitors the same bytes, compressed or not', async () => {
  expect(hasSame(await openTwice('/classrooms'))).toBe(true);
  for (const encoding of ['br', 'gzip']) {
    const answers = await openTwice('/classrooms', { 'accept-encoding': encoding });
    expect(hasSame(answers)).toBe(true);
    expect(answers[1]?.headers['content-encoding']).toBe(encoding);
    expect(answers[1]?.headers['cache-control']).toBe('no-store, private');
  }
});

it('lists the scripts of such a page by digest, without a nonce', async () => {
  const { headers, payload } = await world.openRendered('/classrooms');
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`'${DIGEST}'`);
  expect(policy).toContain(`'${sealed.integrity}'`);
  const [, script = ''] = /<script data-time-zone="Asia\/Tokyo">(.+?)<\/script>/s.exec(payload) ?? [];
  expect(policy).toContain(`'${inlineDigestOf(script)}'`);
  expect(policy).not.toContain('nonce-');
  expect(payload).not.toContain('nonce=');
});

it('neither serves such a page to signed-in users nor stores one of theirs', async () => {
  const { token } = world.api.open();
  const [anonymous, person] = await openTwice('/classrooms', {}, { cookie: `token=${token}` });
  expect(anonymous?.payload).toContain('"me":null');
  expect(person?.payload).toContain('"role":"user"');
  expect(person?.headers['content-security-policy']).toContain("'nonce-");
  expect(hasSame(await openTwice('/classrooms', { cookie: `token=${token}` }))).toBe(false);
  expect((await open('/classrooms')).payload).toContain('"me":null');
});

it('shares the live page while a rollout is for signed-in users, who get theirs', async () => {
  const [live, candidate] = [releaseOf('1.0.0-abcd1234', 2), releaseOf('1.0.1-abcd1235', 2)];
  world.registry.rows = [inRollout(live, candidate, 100, { to: 'kinds', kinds: ['learner'] })];
  let registry = '';
  const { token } = world.api.open();
  const cookie = `token=${token}`;
  while (!registry.includes('1.0.1-abcd1235')) registry = (await open('/registry.json', { cookie })).payload;
  const [visitor, person] = await openTwice('/classrooms', {}, { cookie });
  expect(visitor?.payload).not.toContain('1.0.1-abcd1235');
  expect(person?.payload).toContain('1.0.1-abcd1235');
  expect(hasSame(await openTwice('/classrooms'))).toBe(true);
  expect((await open('/classrooms')).payload).not.toContain('1.0.1-abcd1235');
  // Users of another kind, and users who cannot be checked, get the live release.
  const staff = world.api.open({ role: 'staff' });
  expect((await open('/classrooms', { cookie: `token=${staff.token}` })).payload).not.toContain('1.0.1-abcd1235');
  world.api.state.isDown = true;
  expect((await open('/classrooms', { cookie })).payload).not.toContain('1.0.1-abcd1235');
});

it('caches no page with a query, and none that is missing', async () => {
  for (const url of ['/classrooms/cls_1?key=secret', '/nothing'])
    expect((await open(url)).headers['content-security-policy']).toContain("'nonce-");
});

it('caches the pages of each theme separately', async () => {
  const [light, dark] = await openTwice('/classrooms', { cookie: 'theme=light' }, { cookie: 'theme=dark' });
  expect(light?.payload).toContain('data-theme="light"');
  expect(dark?.payload).toContain('data-theme="dark"');
});

it('shows a release as soon as the registry does', async () => {
  await open('/classrooms');
  world.registry.rows = [releaseOf('1.0.1-abcd1235', 2)];
  let registry = '';
  while (!registry.includes('1.0.1-abcd1235')) {
    await open('/classrooms');
    registry = (await open('/registry.json')).payload;
  }
  expect((await open('/classrooms')).payload).toContain('1.0.1-abcd1235');
});
