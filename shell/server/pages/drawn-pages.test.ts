import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { serverFileOf } from '../releases/release-files';
import { buildRenderer } from '../testing/start-page-drawer';
import { aRelease, PUBLIC_URL, startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

const SHELL_ONLY = '<header>まなびば</header>';

let renderer: Awaited<ReturnType<typeof buildRenderer>>;
let world: Awaited<ReturnType<typeof startTestServer>>;

beforeAll(async () => {
  renderer = await buildRenderer();
});
afterEach(() => world.close());
afterAll(() => renderer.remove());

async function start(env: Record<string, string>) {
  const shellDir = dirname(renderer.files.script);
  const releasesDir = join(shellDir, 'releases');
  await writeFile(
    join(shellDir, 'shell-manifest.json'),
    JSON.stringify({ version: 'ffff0000', js: ['shell.js'], css: ['shell.css'], serverRender: 'painter.mjs' }),
  );
  const part = await renderer.release(
    'mf-classrooms',
    `const { jsx } = require('react/jsx-runtime');
     exports.pages = { classrooms: async () => () => jsx('h1', { children: 'サーバーの教室' }) };
     exports.slots = { 'top-classrooms': async () => () => jsx('h2', { children: 'サーバーの枠' }) };`,
  );
  const file = serverFileOf(releasesDir, 'mf-classrooms', '1.0.0-abcd1234');
  await mkdir(dirname(file), { recursive: true });
  await renderer.copy(part, file);
  world = await startTestServer({
    env: readWebEnv({ PUBLIC_URL, LOG_LEVEL: 'silent', ...env }),
    shellDir,
    releasesDir,
    rendererScript: renderer.files.script,
    render: () => Promise.resolve(SHELL_ONLY),
  });
  world.registry.rows = [
    aRelease('mf-classrooms', { serverFile: { path: 'server/remote.cjs', bytes: 1, integrity: part.integrity } }),
  ];
}
const open = async (url: string, cookie = '') => (await world.server.inject({ url, headers: { cookie } })).payload;
/** A renderer needs a moment to start, and a busy machine more than the time a page waits: as in the product. */
async function openDrawn(url: string, cookie = '') {
  for (;;) {
    const html = await open(url, cookie);
    if (html.includes('"drawn":')) return html;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

it('holds what the remotes draw, with their styles, and says so to the browser', async () => {
  await start({ SERVER_RENDERING: 'on' });
  const html = await openDrawn('/classrooms');
  expect(html).toContain('<h1>サーバーの教室</h1>');
  expect(html).not.toContain(SHELL_ONLY);
  expect(html).toContain('"drawn":[{"remote":"mf-classrooms","kind":"pages","key":"classrooms"}]');
  const path = '/r/mf-classrooms/1.0.0-abcd1234/page.css';
  expect(html).toContain(`<link rel="stylesheet" href="${path}" data-href="${PUBLIC_URL}${path}" crossorigin>`);
  expect(html).not.toContain('as="style"');
  expect(await openDrawn('/')).toContain('<h2>サーバーの枠</h2>');
});

it('lets the browser alone draw the pages of people', async () => {
  await start({ SERVER_RENDERING: 'on' });
  await openDrawn('/classrooms');
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
])('is drawn in the zone of the device, otherwise in that of Japan: %s', async (_what, cookie, zone) => {
  await start({ SERVER_RENDERING: 'on' });
  expect(await openDrawn('/classrooms', cookie)).toContain(`"timeZone":"${zone}"`);
});

it('is off unless it is turned on', async () => {
  await start({});
  expect(await open('/classrooms')).toContain(SHELL_ONLY);
});
