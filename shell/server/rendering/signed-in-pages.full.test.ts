import type { BootData } from '@manabiba/shared/page/boot-data';

import { buildRenderer } from '../testing/start-page-renderer';
import { emptyPlacesOf, startRenderingServer, storeServerFile } from '../testing/start-rendering-server';
import { aRelease } from '../testing/start-test-server';

// Signed-in pages start from the anonymous render, in the user's own frame.

let renderer: Awaited<ReturnType<typeof buildRenderer>>;
let world: Awaited<ReturnType<typeof startRenderingServer>>;

/** A part that shows all that it can find out about the viewer. */
const CURIOUS = `
  const { jsx } = require('react/jsx-runtime');
  const { useMe, useEndpoint } = require('@manabiba/shared/platform');
  function Page() {
    const me = useMe();
    const { data: session } = useEndpoint({ name: 'getMe', method: 'GET', path: '/me' }, {});
    const { data } = useEndpoint({ name: 'listClassrooms', method: 'GET', path: '/classrooms' }, { query: { state: 'live' } });
    const said = [me.role, me.id, session?.id, JSON.stringify(data?.items)].join('|');
    return jsx('h1', { children: '[' + said + ']' });
  }
  exports.pages = { classrooms: async () => Page, classroom: async () => Page };`;
const RENDERED =
  '<!--part mf-classrooms/pages/classrooms--><h1>[anonymous|||' +
  '[{&quot;id&quot;:&quot;cls_1&quot;,&quot;name&quot;:&quot;三角関数&quot;,&quot;isReserved&quot;:false}]]</h1><!--/part-->';

/** The frame of a page as the shell renders it: the places of rendered parts are empty. */
const frameOf = ({ me, drawn = [] }: BootData) =>
  Promise.resolve(
    `<header>${me?.id ?? 'ログイン'}</header><main id="content">${emptyPlacesOf(drawn) || '<p>読み込み中</p>'}</main>`,
  );

beforeAll(async () => {
  renderer = await buildRenderer();
});
beforeEach(async () => {
  const integrity = await storeServerFile(renderer, CURIOUS);
  world = await startRenderingServer(renderer, {
    env: { SERVER_RENDERING_MS: '5000', FIRST_ANSWERS_MS: '5000' },
    render: frameOf,
  });
  const query = { call: 'listClassrooms', query: { state: 'live' } };
  world.registry.rows = [
    aRelease('mf-classrooms', {
      firstCalls: { pages: { classrooms: [query], classroom: [query] }, slots: {} },
      serverFile: { path: 'server/remote.cjs', bytes: 1, integrity },
    }),
  ];
  await world.openRendered('/classrooms?state=ended');
});
afterEach(() => world.close());
afterAll(() => renderer.remove());

const open = (url: string, cookie = '') => world.open(url, { cookie });
const cookieOf = ({ token }: { token: string }) => `token=${token}`;
const bootIn = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '') as {
    me: { id: string } | null;
    drawn?: unknown;
    answers?: { calls: { answer: unknown; drawnWith?: unknown }[] };
  };
const isReserved = (answer: unknown) => (answer as { items: { isReserved: boolean }[] }).items[0]?.isReserved;

it('puts the anonymous render into the frame of a user, with both answers', async () => {
  const person = world.api.open();
  const { payload, headers } = await open('/classrooms', cookieOf(person));
  expect(payload).toContain(`<main id="content"`);
  expect(payload).toContain(`<!--$-->${RENDERED}<!--/$-->`);
  expect(payload).toContain(`<header>${person.id}</header>`);
  const { me, drawn, answers } = bootIn(payload);
  expect(me?.id).toBe(person.id);
  expect(drawn).toEqual([{ remote: 'mf-classrooms', kind: 'pages', key: 'classrooms' }]);
  expect([isReserved(answers?.calls[0]?.answer), isReserved(answers?.calls[0]?.drawnWith)]).toEqual([true, false]);
  expect(headers['cache-control']).toBe('no-store, private');
  expect(headers['content-security-policy']).toContain("'nonce-");
  expect(payload).toMatch(/<script nonce="[^"]+" data-signed-in data-time-zone=/);
});

it('renders once for all users who open a page within a second', async () => {
  const people = Array.from({ length: 12 }, () => world.api.open());
  let anonymousReads = people.length;
  // On a busy machine the requests may not fall into one second.
  for (let left = 20; left > 0 && anonymousReads > 1; left -= 1) {
    world.api.state.reads.length = 0;
    const pages = await Promise.all(people.map((person) => open('/classrooms', cookieOf(person))));
    for (const { payload } of pages) expect(payload).toContain(RENDERED);
    anonymousReads = world.api.state.reads.filter((reader) => reader === 'anonymous').length;
  }
  expect(anonymousReads).toBeLessThanOrEqual(1);
});

it.each([
  ['a user of 12 or under', { canCommunicateAge: false }, '/classrooms'],
  ['a user whose list is different', { state: 'email_unverified' }, '/classrooms'],
  ['a suspended user', { state: 'suspended' }, '/classrooms'],
  ['a URL with a query', {}, '/classrooms?key=secret'],
])('leaves the page to the browser for %s', async (_who, kind, url) => {
  const { payload } = await open(url, cookieOf(world.api.open(kind)));
  expect(payload).toContain('<main id="content"');
  expect(payload).not.toContain('<!--part');
  expect(payload).not.toContain('"drawn":');
});

it('holds no data of another user in 5,000 concurrent pages, and none of any user in the anonymous render', async () => {
  const people = Array.from({ length: 20 }, (_each, index) => {
    if (index % 5 === 0) return null;
    return world.api.open(index % 5 === 1 ? { canCommunicateAge: false } : {});
  });
  let renderedForUsers = 0;
  for (let opened = 0; opened < 5000; opened += people.length) {
    const pages = await Promise.all(people.map((person) => open('/classrooms', person ? cookieOf(person) : '')));
    for (const [index, { payload }] of pages.entries()) {
      const person = people[index] ?? null;
      expect([...new Set(payload.match(/ses_\d+/g) ?? [])]).toEqual(person ? [person.id] : []);
      const parts = /<!--part.*<!--\/part-->/s.exec(payload)?.[0];
      if (parts !== undefined) expect(parts).toBe(RENDERED);
      if (person && parts !== undefined) renderedForUsers += 1;
    }
  }
  expect(renderedForUsers).toBe((5000 / 20) * 12);
}, 240_000);
