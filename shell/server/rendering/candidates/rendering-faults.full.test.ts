import { type ReleaseManifest, digestOf } from '@manabiba/releases';
import { aConfig } from '@manabiba/shared/testing/builders';

import type { AskApi } from '../../pages/ask-api';
import { buildRenderer } from '../../testing/start-page-renderer';
import { findRenderingFaults } from './rendering-faults';

let world: Awaited<ReturnType<typeof buildRenderer>>;
beforeAll(async () => {
  world = await buildRenderer();
});
afterAll(() => world.remove());

const ID = 'cls_01JZ0000000000000000000001';
const asked: string[] = [];
const askApi: AskApi = async ({ path }) => {
  asked.push(path);
  const kind = /^\/v1\/sitemap\/(\w+)/.exec(path)?.[1];
  if (kind) return { status: 200, body: { ids: kind === 'classroom' ? [ID] : [] } };
  return path === `/v1/classrooms/${ID}`
    ? { status: 200, body: { id: ID, name: '図形の教室' } }
    : { status: 404, body: undefined };
};

/** Hands in a release of mf-classrooms with this page for one classroom. */
function check(component: string, before = '') {
  const serverFile = Buffer.from(
    `const { jsx } = require('react/jsx-runtime'); const React = require('react');
     const { useSession, useEndpoint, useParams } = require('@manabiba/shared/platform');
     const getClassroom = { name: 'getClassroom', method: 'GET', path: '/classrooms/{id}' };
     ${before}
     exports.pages = { classroom: async () => function Classroom() {
       const me = useSession((session) => session.me);
       const { data } = useEndpoint(getClassroom, { params: { id: '${ID}' } });
       ${component}
     } };
     exports.slots = { 'top-classrooms': async () => () => jsx('h2', { children: '教室' }) };`,
  );
  const manifest: ReleaseManifest = {
    remote: 'mf-classrooms',
    container: 'mf_classrooms',
    version: '1.0.0-abcd1234',
    entry: 'remote-entry.js',
    files: {},
    routes: [{ path: '/classrooms/{id}', page: 'classroom', title: '教室', access: 'anyone' }],
    slots: ['top-classrooms'],
    preloads: { pages: {}, slots: {} },
    firstCalls: { pages: { classroom: [{ call: 'getClassroom', params: { id: '{id}' } }] }, slots: {} },
    requires: {},
    serverFile: { path: 'server/remote.cjs', bytes: serverFile.length, integrity: digestOf(serverFile) },
  };
  return findRenderingFaults(
    { manifest, serverFile },
    { ...world.files, askApi, config: aConfig(), live: { remotes: {} }, address: '127.0.0.1' },
  );
}
const HONEST = "return jsx('h1', { children: [me?.nickname, data?.name] });";
const CLASSROOM = 'The route /classrooms/{id}';

it('accepts a release that renders each page from its input', async () => {
  expect(await check(HONEST)).toEqual([]);
  expect(asked).toContain(`/v1/classrooms/${ID}`);
});

it('renders with the answers of the product, marked for each user', async () => {
  // The texts of both people are compared: one that is the same for both is not theirs.
  expect(
    await check(
      `names.add(data?.name); if (names.size === 2 && [...names].every((name) => /^図形の教室\\w+$/.test(name))) throw new Error('two');
       return null;`,
      'const names = new Set();',
    ),
  ).toEqual(['The page "classroom" cannot be rendered on the server: It threw or suspended during rendering.']);
});

it.each([
  [
    'keeps what belongs to the first person',
    "kept ??= me.email; return jsx('p', { children: kept });",
    'let kept;',
    [`${CLASSROOM} shows to one person on the server what belongs to another.`],
  ],
  [
    'keeps an answer of the first person',
    "kept ??= data?.name; return jsx('p', { children: kept });",
    'let kept;',
    [`${CLASSROOM} shows to one person on the server what belongs to another.`],
  ],
  [
    'shows a value of another person that arrives later',
    "Promise.resolve().then(() => { kept = me.id; }); return jsx('p', { children: kept });",
    'let kept;',
    [
      `${CLASSROOM} shows to one person on the server what belongs to another.`,
      `${CLASSROOM} renders differently on the server when it is rendered again.`,
    ],
  ],
  [
    'counts its renders',
    "return jsx('p', { children: (times += 1) });",
    'let times = 0;',
    [`${CLASSROOM} renders differently on the server when it is rendered again.`],
  ],
  [
    'writes a global',
    'globalThis.lastReader = me.nickname; return null;',
    '',
    ['It leaves the global lastReader behind on the server.'],
  ],
  [
    'starts a timer',
    'setInterval(() => undefined, 60_000); return null;',
    '',
    ['It leaves a timer behind on the server.'],
  ],
  [
    'throws while it is rendered',
    "throw new Error('torn');",
    '',
    ['The page "classroom" cannot be rendered on the server: It threw or suspended during rendering.'],
  ],
  [
    'waits for something',
    'React.use(new Promise(() => undefined)); return null;',
    '',
    ['The page "classroom" cannot be rendered on the server: It threw or suspended during rendering.'],
  ],
  [
    'throws on import',
    'return null;',
    "throw new Error('torn');",
    ['The page "classroom" cannot be rendered on the server: Error: torn'],
  ],
  ['never ends', 'for (;;) ;', '', ['The page "classroom" cannot be rendered on the server: It did not end.']],
  [
    'ends the process',
    'process.exit(3);',
    '',
    ['The page "classroom" cannot be rendered on the server: It threw or suspended during rendering.'],
  ],
])('refuses a release that %s', async (_what, component, before, refusals) => {
  expect(await check(component, before)).toEqual(refusals);
});
