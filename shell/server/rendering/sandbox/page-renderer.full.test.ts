import { appendFile } from 'node:fs/promises';

import { aMe } from '@manabiba/shared/testing/builders';

import { bootOf, buildRenderer, startPageRenderer } from '../../testing/start-page-renderer';
import type { PageRenderer } from './page-renderer';
import type { PartToRender } from './renderer-messages';

/** Far more than a page needs on a busy machine: only the test of late pages is about the wait. */
const PATIENT = { patienceMs: 20_000, pauseMs: 60_000 };
const TOP = { pathname: '/', search: '' };

let world: Awaited<ReturnType<typeof buildRenderer>>;
const open: PageRenderer[] = [];
let good: PartToRender;

beforeAll(async () => {
  world = await buildRenderer();
  good = await slot('mf-good', 'top-events', "() => jsx('h2', { children: 'となりのイベント' })");
});
afterEach(() => {
  for (const renderer of open.splice(0)) renderer.close();
});
afterAll(() => world.remove());

const start = async (options: { patienceMs?: number; pauseMs?: number } = PATIENT) => {
  const started = await startPageRenderer(world, options);
  open.push(started.renderer);
  return started;
};
/** A release that fills a slot with this component. */
const slot = (remote: string, key: string, component: string, before = '') =>
  world.release(
    remote,
    `const { jsx } = require('react/jsx-runtime'); const React = require('react'); ${before}
     exports.slots = { '${key}': async () => ${component} };`,
    'slots',
    key,
  );
/** Renders a page until all of its parts are in it: their processes have to start. */
async function warm(renderer: PageRenderer, pathname: string, parts: PartToRender[]): Promise<void> {
  while ((await renderer.render(bootOf(parts), { pathname, search: '' }, parts))?.parts.length !== parts.length);
}
async function waitForFault(faults: readonly object[]): Promise<void> {
  while (faults.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
}
const renderTop = (renderer: PageRenderer, parts: PartToRender[]) => renderer.render(bootOf(parts), TOP, parts);

it('renders the parts of remotes inside the frame of the shell', async () => {
  const { renderer, faults } = await start();
  const page = await world.release(
    'mf-hello',
    `const { jsx } = require('react/jsx-runtime');
     const { useLocation, Slot } = require('@manabiba/shared/platform');
     exports.pages = { page: async () => function Page() { return jsx('h1', { children: useLocation().pathname + 'です' }); } };`,
  );
  const rendered = await renderer.render(bootOf([page]), { pathname: '/hello', search: '' }, [page]);
  expect(rendered?.html).toContain('<h1>/helloです</h1>');
  expect(rendered?.html).toContain('<header');
  expect(rendered?.parts).toEqual([{ remote: 'mf-hello', kind: 'pages', key: 'page' }]);
  expect(faults).toEqual([]);
});

it.each([
  ['throws during rendering', "() => { throw new Error('torn'); }", ''],
  ['suspends for ever', '() => React.use(new Promise(() => undefined))', ''],
  ['throws on import', '() => null', "throw new Error('torn');"],
  ['requires a module that is not shared', '() => null', "require('node:fs');"],
  ['waits while loading', 'await new Promise(() => undefined)', ''],
])('renders the others when a part %s, and pauses it', async (_what, component, before) => {
  const { renderer, faults } = await start();
  const bad = await slot('mf-bad', 'top-classrooms', component, before);
  for (let times = 0; times < 3; times++) {
    const page = await renderTop(renderer, [bad, good]);
    expect(page?.html).toContain('となりのイベント');
    expect(page?.html).not.toContain('<!--$!-->');
    expect(page?.parts).toEqual([{ remote: 'mf-good', kind: 'slots', key: 'top-events' }]);
  }
  expect(faults).toMatchObject([
    { remote: 'mf-bad', kind: 'slots', key: 'top-classrooms', version: bad.version, reason: expect.any(String) },
  ]);
});

it('reports where in the file of the release an error was, without the folders of the machine', async () => {
  const { renderer, faults } = await start();
  const bad = await world.release('mf-bad', "throw new Error('torn');", 'slots', 'top-classrooms');
  await renderTop(renderer, [bad, good]);
  expect(faults.map(({ frames }) => frames)).toEqual([[`releases-on-server/mf-bad/${bad.version}.cjs:1:7`]]);
});

it.each([
  ['loops for ever', '() => { for (;;) ; }', 'It did not end.'],
  ['takes 128 MB', '() => { const all = []; for (;;) all.push(new Array(100_000).fill({})); }', ''],
])('renders the others when a part %s', async (_what, component, reason) => {
  const { renderer, faults } = await start();
  const bad = await slot('mf-bad', 'top-classrooms', component);
  for (let times = 0; times < 2; times += 1) {
    const page = await renderTop(renderer, [bad, good]);
    expect(page?.parts).toEqual([{ remote: 'mf-good', kind: 'slots', key: 'top-events' }]);
  }
  expect(faults).toMatchObject([{ remote: 'mf-bad', version: bad.version, reason: expect.stringContaining(reason) }]);
});

describe('a part that blocks its process while a page waits no longer', () => {
  // A process is ended after a second of processor time.
  const IMPATIENT = { patienceMs: 700, pauseMs: 60_000 };
  const host = () =>
    world.release(
      'mf-host',
      `const { jsx, jsxs } = require('react/jsx-runtime'); const { Slot } = require('@manabiba/shared/platform');
       exports.pages = { page: async () => () => jsxs('div', { children: [jsx('h1', { children: 'まわり' }), jsx(Slot, { name: 'user-classrooms' })] }) };`,
    );

  it.each([
    ['loops for ever', '() => { for (;;) ; }'],
    ['fills the heap', '() => { const all = []; for (;;) all.push(new Array(100_000).fill({})); }'],
  ])('and %s costs no other part its place, on the first page already', async (_what, component) => {
    const { renderer, faults } = await start(IMPATIENT);
    await warm(renderer, '/', [good]);
    const bad = await slot('mf-bad', 'top-classrooms', component);
    const page = await renderTop(renderer, [bad, good]);
    expect(page?.html).toContain('となりのイベント');
    expect(page?.parts).toEqual([{ remote: 'mf-good', kind: 'slots', key: 'top-events' }]);
    await waitForFault(faults);
    expect(faults).toMatchObject([{ remote: 'mf-bad', version: bad.version }]);
  });

  it('does not cost the part around it its place', async () => {
    const { renderer, faults } = await start(IMPATIENT);
    const outer = await host();
    await warm(renderer, '/host', [outer]);
    const bad = await slot('mf-bad', 'user-classrooms', '() => { for (;;) ; }');
    const page = await renderer.render(bootOf([outer, bad]), { pathname: '/host', search: '' }, [outer, bad]);
    expect(page?.html).toContain('まわり');
    expect(page?.parts).toEqual([{ remote: 'mf-host', kind: 'pages', key: 'page' }]);
    await waitForFault(faults);
    expect(faults).toMatchObject([{ remote: 'mf-bad' }]);
  });
});

it('attributes the end of the process to the current page, not to waiting ones', async () => {
  const { renderer, faults } = await start();
  const both = await world.release(
    'mf-both',
    `const { jsx } = require('react/jsx-runtime');
     exports.slots = { 'top-classrooms': async () => () => { for (;;) ; }, 'top-events': async () => () => jsx('p', { children: 'よい' }) };`,
    'slots',
    'top-classrooms',
  );
  const other = { ...both, key: 'top-events' };
  const [bad, waiting] = await Promise.all([renderTop(renderer, [both]), renderTop(renderer, [other])]);
  expect([bad, waiting]).toEqual([null, null]);
  expect(faults).toMatchObject([{ key: 'top-classrooms', reason: 'It did not end.' }]);
  expect((await renderTop(renderer, [both, other]))?.html).toContain('よい');
});

it('renders a nested part of another release with its parameters and the same ids as browsers', async () => {
  const { renderer, faults } = await start();
  const host = await world.release(
    'mf-host',
    `const { jsx, jsxs } = require('react/jsx-runtime'); const React = require('react');
     const { Slot } = require('@manabiba/shared/platform');
     exports.pages = { page: async () => function Page() {
       const id = React.useId();
       return jsxs('div', { id, children: [jsx('p', {}), jsxs('div', { children: [jsx('i', {}), jsx(Slot, { name: 'user-classrooms', params: { userId: 'usr_one' } })] })] });
     } };`,
  );
  const inner = await world.release(
    'mf-inner',
    `const { jsx } = require('react/jsx-runtime'); const React = require('react');
     exports.slots = { 'user-classrooms': async () => function Inner({ userId }) { return jsx('b', { id: React.useId(), children: userId }); } };`,
    'slots',
    'user-classrooms',
  );
  const rendered = await renderer.render(bootOf([host, inner]), { pathname: '/host', search: '' }, [host, inner]);
  expect(faults).toEqual([]);
  const [, outerId] = /<div id="_mbR_(\w+)_"><p>/.exec(rendered?.html ?? '') ?? [];
  const [, innerId] =
    /<!--part mf-inner\/slots\/user-classrooms--><b id="_mbR_(\w+)_">usr_one<\/b><!--\/part-->/.exec(
      rendered?.html ?? '',
    ) ?? [];
  // The place of the inner part: first fork of the page's id, second child of two, second of two, only one of the slot.
  const bits = (text = '') =>
    [...text]
      .map((digit) => Number.parseInt(digit, 32).toString(2).padStart(5, '0'))
      .join('')
      .replace(/^0+/, '');
  // The zeros at the beginning of the page's id are lost in its text, not in the ids below it.
  expect(bits(innerId)).toMatch(new RegExp(`^1?101010*${bits(outerId)}$`));
});

it('does not pause another release of a failed remote', async () => {
  const { renderer } = await start();
  const bad = await slot('mf-bad', 'top-classrooms', "() => { throw new Error('torn'); }");
  await renderTop(renderer, [bad, good]);
  const mended = await slot('mf-bad', 'top-classrooms', "() => jsx('h2', { children: 'なおった' })");
  expect((await renderTop(renderer, [mended, good]))?.html).toContain('なおった');
});

it('reports a part that fails after each pause again, and pauses it for longer', async () => {
  const { renderer, faults } = await start({ ...PATIENT, pauseMs: 1 });
  const bad = await slot('mf-bad', 'top-classrooms', "() => { throw new Error('torn'); }");
  const began = performance.now();
  while (faults.length < 5) await renderTop(renderer, [bad, good]);
  // Rests of 1, 2, 4 and 8 ms lie between five faults.
  expect(performance.now() - began).toBeGreaterThan(15);
  expect(new Set(faults.map(({ version }) => version))).toEqual(new Set([bad.version]));
});

it('serves a late page without the part, and reports no fault', async () => {
  const { renderer, faults } = await start({ patienceMs: 30 });
  const slow = await slot(
    'mf-slow',
    'top-classrooms',
    "() => { const end = Date.now() + 300; while (Date.now() < end); return jsx('p', { children: '遅い' }); }",
  );
  expect(await renderTop(renderer, [slow])).toBeNull();
  expect(faults).toEqual([]);
});

it('does not run a file with another digest', async () => {
  const { renderer, faults } = await start();
  const changed = await slot('mf-changed', 'top-classrooms', "() => jsx('p', { children: '別物' })");
  await appendFile(changed.file, '\n// changed');
  const page = await renderTop(renderer, [changed, good]);
  expect(page?.html).not.toContain('別物');
  expect(faults).toMatchObject([{ remote: 'mf-changed', reason: expect.stringContaining('its digest differs') }]);
});

it('holds no data of another user in 5,000 concurrent pages of 20 users', async () => {
  const { renderer } = await start();
  const part = await slot(
    'mf-mine',
    'top-classrooms',
    `function Mine() {
       const me = useSession((session) => session.me);
       const { data } = useEndpoint({ name: 'getMe', method: 'GET', path: '/users/me' }, {});
       const { data: user } = useEndpoint({ name: 'getUser', method: 'GET', path: '/users/{id}' }, { params: { id: 'usr_one' } });
       return jsx('p', { children: [me, data, user].map((each) => '[' + [each?.id, each?.nickname, each?.email].join('|') + ']').join('') });
     }`,
    "const { useSession, useEndpoint } = require('@manabiba/shared/platform');",
  );
  const people = Array.from({ length: 20 }, (_each, index) => (index % 4 === 0 ? null : `person${index}x`));
  const renderOf = async (name: string | null) => {
    const own = { id: `usr_${name}`, nickname: `だれか${name}`, email: `${name}@example.test` };
    const boot = bootOf([part], {
      me: name === null ? null : aMe('adult', own),
      // All users have requested the same thing, and each has their own answer.
      ...(name === null
        ? {}
        : {
            answers: { pattern: '/', calls: [{ call: 'getUser', params: { id: 'usr_one' }, tags: [], answer: own }] },
          }),
    });
    return [name, (await renderer.render(boot, TOP, [part]))?.html ?? ''] as const;
  };
  for (let rendered = 0; rendered < 5000; rendered += people.length) {
    for (const [name, html] of await Promise.all(people.map(renderOf))) {
      const said = name === null ? '||' : `usr_${name}|だれか${name}|${name}@example.test`;
      expect(html).toContain(`[${said}][${said}][${said}]`);
      expect([...new Set(html.match(/person\d+x/g) ?? [])]).toEqual(name === null ? [] : [name]);
    }
  }
}, 240_000);
