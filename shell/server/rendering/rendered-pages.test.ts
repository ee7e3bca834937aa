import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { digestOf, placeOf } from '@manabiba/releases';

import { buildRenderer } from '../testing/start-page-renderer';
import {
  emptyPlacesOf,
  LIVE,
  releasesDirOf,
  shellDirOf,
  startRenderingServer,
  storeServerFile,
} from '../testing/start-rendering-server';
import { aRelease, inRollout, PUBLIC_URL } from '../testing/start-test-server';

const SHELL_ONLY = '<header>まなびば</header>';

let renderer: Awaited<ReturnType<typeof buildRenderer>>;
let world: Awaited<ReturnType<typeof startRenderingServer>>;

beforeAll(async () => {
  renderer = await buildRenderer();
});
afterEach(() => world.close());
afterAll(() => renderer.remove());

const PATH = '/r/mf-classrooms/1.0.0-abcd1234/page.css';
const STYLE = '@layer app{.page__title--a1b2c>b{color:red}}';

/** What renders the classrooms with a title, and a slot of the top page. */
const titled = (title: string) =>
  `const { jsx } = require('react/jsx-runtime');
   exports.pages = { classrooms: async () => () => jsx('h1', { children: '${title}' }) };
   exports.slots = { 'top-classrooms': async () => () => jsx('h2', { children: 'サーバーの枠' }) };`;

const releaseRenderedBy = (integrity: string, version = LIVE, changes: object = {}) =>
  aRelease(
    'mf-classrooms',
    { ...changes, version, serverFile: { path: 'server/remote.cjs', bytes: 1, integrity } },
    { version },
  );

/**
 * @param style the stylesheet of the page as its release names it; `stored`: what the server has instead; `shellStyle`:
 * the one of the shell.
 */
async function start(env: Record<string, string>, style?: string, stored = style, shellStyle?: string) {
  const client = join(shellDirOf(renderer), 'client');
  await mkdir(client, { recursive: true });
  if (shellStyle) await writeFile(join(client, 'shell.css'), shellStyle);
  const integrity = await storeServerFile(renderer, titled('サーバーの教室'));
  const place = placeOf(releasesDirOf(renderer), 'mf-classrooms', LIVE);
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true });
  if (stored !== undefined) await writeFile(join(place, 'page.css'), stored);
  const digest = style === undefined ? undefined : digestOf(Buffer.from(style));
  world = await startRenderingServer(renderer, {
    manifest: {
      css: ['shell.css'],
      ...(shellStyle && { files: { 'shell.css': { integrity: digestOf(Buffer.from(shellStyle)) } } }),
    },
    env,
    render: ({ drawn }) => Promise.resolve(drawn ? emptyPlacesOf(drawn) : SHELL_ONLY),
  });
  const files = digest ? { files: { 'page.css': { bytes: 1, brotliBytes: 1, integrity: digest } } } : {};
  world.registry.rows = [releaseRenderedBy(integrity, LIVE, files)];
  return integrity;
}
const open = async (url: string, cookie = '') => (await world.open(url, { cookie })).payload;
const openRendered = async (url: string, cookie = '') => (await world.openRendered(url, { cookie })).payload;

it('contains the rendered parts with their styles, and lists them for the browser', async () => {
  await start({});
  const html = await openRendered('/classrooms');
  expect(html).toContain('<h1>サーバーの教室</h1>');
  expect(html).not.toContain(SHELL_ONLY);
  expect(html).toContain('"drawn":[{"remote":"mf-classrooms","kind":"pages","key":"classrooms"}]');
  expect(html).toContain(`<link rel="stylesheet" href="${PATH}" data-href="${PUBLIC_URL}${PATH}" crossorigin>`);
  expect(html).not.toContain('as="style"');
  expect(await openRendered('/')).toContain('<h2>サーバーの枠</h2>');
});

/** `style-src` of a page. */
const stylePolicyOf = ({ headers }: Awaited<ReturnType<typeof world.open>>) =>
  /style-src ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];

it.each([
  ['a page that several users get', '/classrooms'],
  ['a page with a nonce', '/classrooms?state=ended'],
])('inlines a small stylesheet once, and lists its digest in the policy: %s', async (_what, url) => {
  await start({}, STYLE);
  const answer = await world.openRendered(url);
  expect(answer.payload).toContain(`<style data-href="${PUBLIC_URL}${PATH}">${STYLE}</style>`);
  expect(answer.payload.split(STYLE)).toHaveLength(2);
  expect(answer.payload).not.toContain(`href="${PATH}"`);
  expect(stylePolicyOf(answer)).toBe(`'self' '${digestOf(Buffer.from(STYLE))}'`);
});

it('inlines the stylesheet of the shell in rendered pages, and links it elsewhere', async () => {
  const shellStyle = '@layer base{body{margin:0}}';
  await start({}, STYLE, STYLE, shellStyle);
  const answer = await world.openRendered('/classrooms');
  expect(answer.payload).toContain(`<style>${shellStyle}</style>`);
  expect(answer.payload).not.toContain('shell.css');
  expect(stylePolicyOf(answer)).toBe(
    `'self' ${[shellStyle, STYLE].map((text) => `'${digestOf(Buffer.from(text))}'`).join(' ')}`,
  );
  expect(await open('/law')).toContain('href="/s/ffff0000/shell.css"');
});

it.each([
  ['that is too large', STYLE.padEnd(32 * 1024 + 1)],
  ['that is not the one of the release', STYLE, `${STYLE} `],
  ['that would end its element', `${STYLE}/*</style><script>*/`],
  ['that HTML would change', `${STYLE}\r\n`],
  ['with an address relative to its file', '@layer app{.page__title--a1b2c{background:url(a.png)}}'],
])('links a stylesheet %s', async (_what, style, stored = style) => {
  await start({}, style, stored);
  const answer = await world.openRendered('/classrooms');
  expect(answer.payload).toContain(`<link rel="stylesheet" href="${PATH}" data-href="${PUBLIC_URL}${PATH}"`);
  expect(answer.payload).not.toContain('<style');
  expect(stylePolicyOf(answer)).toBe("'self'");
});

it('renders a rollout for its audience, and the live release for everyone else', async () => {
  const integrity = await start({});
  const candidate = releaseRenderedBy(
    await storeServerFile(renderer, titled('新しい教室'), '1.1.0-abcd1234'),
    '1.1.0-abcd1234',
  );
  world.registry.rows = [inRollout(releaseRenderedBy(integrity), candidate, 50)];
  await openRendered('/classrooms');
  const visitors = Array.from({ length: 60 }, (_each, index) => `visitor-${String(index).padStart(8, '0')}`);
  const pages = await Promise.all(visitors.map((id) => openRendered('/classrooms', `release_visitor=${id}`)));
  const isOfCandidate = (page: string) => page.includes('"version":"1.1.0-abcd1234"');
  expect(pages.filter(isOfCandidate).length).toBeGreaterThan(10);
  expect(pages.filter((page) => !isOfCandidate(page)).length).toBeGreaterThan(10);
  for (const page of pages)
    expect(page).toContain(isOfCandidate(page) ? '<h1>新しい教室</h1>' : '<h1>サーバーの教室</h1>');
});

it('leaves the page to the browser when the answers of the user are missing', async () => {
  await start({});
  await openRendered('/classrooms');
  const { token } = world.api.open();
  const html = await open('/classrooms', `token=${token}`);
  expect(html).toContain(SHELL_ONLY);
  expect(html).not.toContain('"drawn":');
});

it.each([
  ['a zone', 'timezone=America/New_York', 'America/New_York'],
  ['no zone', '', 'Asia/Tokyo'],
  ['an unknown zone', 'timezone=Mars/Base', 'Asia/Tokyo'],
  ['an offset', 'timezone=+05:00', 'Asia/Tokyo'],
])('is rendered in the zone of the device, otherwise in that of Japan: %s', async (_what, cookie, zone) => {
  await start({});
  expect(await openRendered('/classrooms', cookie)).toContain(`"timeZone":"${zone}"`);
});

it('says without scripts that the page can be read, and what needs them', async () => {
  await start({});
  expect(await openRendered('/classrooms')).toMatch(/<noscript><p class="no-script">このページは、[^<]*読めます。/);
});

it('can be turned off', async () => {
  await start({ SERVER_RENDERING: 'off' });
  expect(await open('/classrooms')).toContain(SHELL_ONLY);
});
