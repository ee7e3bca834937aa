/** @jest-environment node */
import { join } from 'node:path';

import { KEEP_HEADER, keptPagesOf } from '@manabiba/shared/contract/push-worker';

import { startTestServer } from '../testing/start-test-server';
import { runWorker } from '../testing/worker-scope';
import { readWebEnv } from '../web-env';

const publicDir = join(import.meta.dirname, '..', 'public');
/** Text of the page shown instead of pages that are not kept. */
const OFFLINE = 'オフラインです';
const ORIGIN = 'https://manabiba.example';
const CDN = 'https://cdn.manabiba.example';

async function scriptOf(env: Record<string, string> = {}): Promise<string> {
  const world = await startTestServer({ publicDir, env: readWebEnv({ LOG_LEVEL: 'silent', ...env }) });
  const { payload } = await world.server.inject('/push-worker.js');
  await world.close();
  return payload;
}
let script: string;
beforeAll(async () => {
  script = await scriptOf({ RELEASES_URL: CDN });
});
afterEach(() => jest.useRealTimers());

interface Release {
  shell: string;
  events: string;
}
const first: Release = { shell: 's1', events: '1.0.0-aaaa' };
const second: Release = { shell: 's1', events: '1.1.0-bbbb' };
const filesOf = ({ shell, events }: Release) => ({
  shell: `${ORIGIN}/s/${shell}/shell.js`,
  late: `${ORIGIN}/s/${shell}/watch.js`,
  entry: `${CDN}/r/mf-events/${events}/remote-entry.js`,
});

function pageOf(release: Release, text: string): string {
  const { shell, late, entry } = filesOf(release);
  const integrity = { [new URL(late).pathname]: 'sha384-late' };
  const registry = { remotes: { 'mf-events': { entry, integrity: { [entry]: 'sha384-entry' } } } };
  return [
    '<!doctype html>\n<html lang="ja">\n<title>イベント | まなびば</title>',
    `<script defer nonce="n" src="${new URL(shell).pathname}" crossorigin integrity="sha384-shell"></script>`,
    `<link rel="preload" as="script" nonce="n" href="${entry}" crossorigin integrity="sha384-entry">`,
    '<link rel="icon" href="/media/icon.svg" type="image/svg+xml">',
    `<div id="root">${text}</div>`,
    `<script type="application/json" id="boot">${JSON.stringify({ integrity, registry })}</script>`,
  ].join('\n');
}

/** A browser with the worker, in front of a server whose live release and state the test sets. */
function setUp({ hasSubscription = false } = {}) {
  const server = { release: first, isDown: false, isSlow: false, text: 'いま', status: 200, missing: '', asked: '' };
  const requests: { path: string; init: RequestInit & Record<string, unknown> }[] = [];
  const unregister = jest.fn(() => Promise.resolve(true));
  const page = (path: string, headers: Record<string, string>) => {
    const type = { 'content-type': 'text/html', 'content-security-policy': "script-src 'nonce-n'" };
    if (headers[KEEP_HEADER] === undefined) return new Response('<html>from the network', { status: server.status });
    if (path === '/offline') return new Response('<html lang="ja">' + OFFLINE, { headers: { ...headers, ...type } });
    if (path === '/settings') return new Response('', { status: 303 });
    if (path === '/search') return new Response('<html>', { headers: type });
    return new Response(pageOf(server.release, server.text), { headers: { ...headers, ...type } });
  };
  const fetch = async (target: string | { url: string }, init: RequestInit & Record<string, unknown> = {}) => {
    const url = new URL(typeof target === 'string' ? target : target.url, ORIGIN);
    requests.push({ path: url.pathname, init });
    if (server.isDown) throw new TypeError('Failed to fetch');
    if (server.isSlow) return new Promise<Response>(() => undefined);
    if (!/^\/(s|r)\//.test(url.pathname)) return page(url.pathname, (init.headers ?? {}) as Record<string, string>);
    if (url.href === server.missing) throw new TypeError('Failed to fetch');
    return new Response(`code of ${url.pathname}`);
  };
  const registration = {
    unregister,
    pushManager: { getSubscription: () => Promise.resolve(hasSubscription ? {} : null) },
    navigationPreload: { enable: () => Promise.resolve(), disable: () => Promise.resolve() },
  };
  const { dispatch, caches } = runWorker(script, ORIGIN, { registration, fetch });
  const open = async (path: string, request: Record<string, unknown> = {}) => {
    const navigation = { method: 'GET', mode: 'navigate', destination: 'document', headers: new Headers() };
    const answer = await dispatch('fetch', { request: { url: ORIGIN + path, ...navigation, ...request } });
    return answer && answer.type !== 'error' ? answer.text() : answer?.type;
  };
  const get = (url: string, request: Record<string, unknown> = {}) =>
    dispatch('fetch', { request: { url, method: 'GET', mode: 'cors', headers: new Headers(), ...request } });
  const read = (path: string, { owner = 'usr_1', release = server.release } = {}) =>
    dispatch('message', { data: { kind: 'read', owner, path, files: Object.values(filesOf(release)) } });
  return { server, requests, unregister, dispatch, caches, open, get, read, install: () => dispatch('install', {}) };
}

it('answers with the server’s page as long as there is one', async () => {
  const { open, read } = setUp();
  await read('/events');
  expect(await open('/events')).toBe('<html>from the network');
});

it('answers with the page that was read, and when it was kept, while the server does not respond', async () => {
  const { server, open, read } = setUp();
  await read('/events');
  server.isDown = true;
  expect(await open('/events')).toMatch(/^<!doctype html>\n<html data-kept-at="\d{4}-[^"]+Z" lang="ja">[^]*いま/);
});

it.each([502, 503, 504])('answers with the page that was read when a proxy answers %i', async (status) => {
  const { server, open, read } = setUp();
  await read('/events');
  server.status = status;
  expect(await open('/events')).toContain('いま');
});

it('waits for a slow server only so long when the page was read, and longer after a reload', async () => {
  const { server, open, read } = setUp();
  await read('/events');
  server.isSlow = true;
  jest.useFakeTimers();
  const [opened, reloaded] = [open('/events'), open('/events', { isReloadNavigation: true })];
  const done: string[] = [];
  void opened.then(() => done.push('opened'));
  void reloaded.then(() => done.push('reloaded'));
  await jest.advanceTimersByTimeAsync(3100);
  expect(done).toEqual(['opened']);
  await jest.advanceTimersByTimeAsync(20_000);
  expect(done).toEqual(['opened', 'reloaded']);
});

it('shows the offline page in place of a page that was not read, and keeps its own copy current', async () => {
  const { server, open, read, install } = setUp();
  server.isDown = true;
  expect(await open('/events')).toBe('error');
  server.isDown = false;
  await install();
  await read('/events');
  server.isDown = true;
  expect(await open('/classrooms')).toContain(OFFLINE);
});

it.each(['/events?page=2', '/search?q=%E6%95%B0', '/signin?next=%2Fsettings'])(
  'never answers %s with a kept page, because a query may be personal',
  async (path) => {
    const { server, open, read, install } = setUp();
    await install();
    await read('/events');
    server.isDown = true;
    expect(await open(path)).toContain(OFFLINE);
  },
);

it.each([
  '/v1/me',
  '/deploy/releases',
  '/status',
  '/rtc',
  '/media/brand/a.svg',
  '/api/signout',
  '/healthz',
  '/robots.txt',
])('leaves %s to the browser, whatever kind of request it is', async (path) => {
  const { dispatch } = setUp();
  for (const request of [
    { mode: 'navigate', destination: 'document' },
    { mode: 'cors', destination: '' },
  ])
    expect(
      await dispatch('fetch', { request: { url: ORIGIN + path, method: 'GET', headers: new Headers(), ...request } }),
    ).toBeUndefined();
});

it('leaves retries, parts of files, frames and everything but GET to the browser', async () => {
  const { get, open } = setUp();
  const { shell } = filesOf(first);
  expect(await get(shell.replace('/s/', '/~r1/s/'))).toBeUndefined();
  expect(await get(shell, { headers: new Headers({ range: 'bytes=0-1' }) })).toBeUndefined();
  expect(await get('https://elsewhere.example/r/mf-events/1.0.0/a.js')).toBeUndefined();
  expect(await open('/events', { destination: 'iframe' })).toBeUndefined();
  expect(await open('/events', { method: 'POST' })).toBeUndefined();
});

describe('the files of a page', () => {
  it('are requested with their digests and come from the cache when the page does', async () => {
    const { server, requests, get, read } = setUp();
    await read('/events');
    const digests = requests.flatMap(({ path, init }) => (init.integrity ? [[path, init.integrity]] : []));
    expect(Object.fromEntries(digests)).toEqual({
      '/s/s1/shell.js': 'sha384-shell',
      '/s/s1/watch.js': 'sha384-late',
      '/r/mf-events/1.0.0-aaaa/remote-entry.js': 'sha384-entry',
    });
    server.isDown = true;
    for (const url of Object.values(filesOf(first)))
      expect(await (await get(url))?.text()).toBe(`code of ${new URL(url).pathname}`);
  });

  it('are all there or the page is not kept', async () => {
    const { server, open, read, install } = setUp();
    await install();
    server.missing = filesOf(first).entry;
    await read('/events');
    server.isDown = true;
    expect(await open('/events')).toContain(OFFLINE);
  });

  it('are all there or the page is not shown', async () => {
    const { server, caches, open, read } = setUp();
    await read('/events');
    await (await caches.open('offline-1 files')).delete(filesOf(first).entry);
    server.isDown = true;
    expect(await open('/events')).toContain(OFFLINE);
  });

  it('are those of one release, also when another one goes live between two pages', async () => {
    const { server, caches, open, read } = setUp();
    await read('/events');
    server.release = second;
    await read('/classrooms');
    server.isDown = true;
    expect(await open('/events')).toContain(first.events);
    expect(await open('/events')).not.toContain(second.events);
    expect(await open('/classrooms')).toContain(second.events);
    const files = await (await caches.open('offline-1 files')).keys();
    expect(files.map(({ url }) => url)).toEqual(expect.arrayContaining([filesOf(first).entry, filesOf(second).entry]));
  });

  it('are deleted when no page names their release any more', async () => {
    const { server, caches, read } = setUp();
    await read('/events');
    server.release = second;
    jest.useFakeTimers({ now: Date.now() + 11 * 60_000 });
    await read('/events');
    const files = await (await caches.open('offline-1 files')).keys();
    expect(files.map(({ url }) => url)).toEqual(expect.arrayContaining(Object.values(filesOf(second))));
    expect(files.map(({ url }) => url)).not.toContain(filesOf(first).entry);
  });

  it('of a shell that the tab does not run are not kept: what it loads later is unknown', async () => {
    const { server, open, read } = setUp();
    await read('/events', { release: { ...first, shell: 's0' } });
    server.isDown = true;
    expect(await open('/events')).toContain(OFFLINE);
  });
});

describe('a kept page', () => {
  it('was requested without cookies, and at most once in ten minutes', async () => {
    const { requests, read } = setUp();
    await read('/events');
    await read('/events');
    const pages = requests.filter(({ path }) => path === '/events');
    expect(pages).toHaveLength(1);
    expect(pages[0]?.init).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'manual' });
  });

  it.each(['/settings', '/search'])('is nothing of %s, which the server does not allow', async (path) => {
    const { server, open, read } = setUp();
    await read(path);
    server.isDown = true;
    expect(await open(path)).toContain(OFFLINE);
  });

  it('is deleted when another user signs in, or the user signs out', async () => {
    for (const owner of ['usr_2', 'visitor']) {
      const { server, caches, dispatch, open, read } = setUp();
      await read('/events');
      expect(await caches.keys()).toContain(keptPagesOf('usr_1'));
      await dispatch('message', { data: { kind: 'person', owner } });
      expect(await caches.keys()).not.toContain(keptPagesOf('usr_1'));
      expect(await caches.texts()).not.toContain('/events ');
      server.isDown = true;
      expect(await open('/events')).toContain(OFFLINE);
    }
  });

  it('is not a page that was on its way when the person left', async () => {
    const { caches, dispatch, read } = setUp();
    const reading = read('/events');
    await dispatch('message', { data: { kind: 'person', owner: 'visitor' } });
    await reading;
    expect(await caches.texts()).not.toContain('/events ');
  });

  it('is at most 40 pages, those read last', async () => {
    const { caches, read } = setUp();
    for (let number = 0; number < 42; number += 1) await read(`/events/${number}`);
    const pages = await (await caches.open(keptPagesOf('usr_1'))).keys();
    expect(pages).toHaveLength(40);
    expect(pages[0]?.url).toBe(`${ORIGIN}/events/2`);
  });

  it('is not shown after a week', async () => {
    const { server, open, read } = setUp();
    await read('/events');
    server.isDown = true;
    jest.useFakeTimers({ now: Date.now() + 8 * 86_400_000 });
    expect(await open('/events')).toContain(OFFLINE);
  });

  it('in the format of another worker is deleted', async () => {
    const { caches, dispatch } = setUp();
    await caches.open('offline-0 pages usr_1');
    await caches.open('somebody else’s');
    await dispatch('activate', {});
    expect(await caches.keys()).toEqual(['somebody else’s']);
  });
});

describe('turned off', () => {
  beforeAll(async () => {
    script = await scriptOf({ OFFLINE: 'off' });
  });

  it.each([
    ['ends the worker', false, 1],
    ['keeps the worker for web push', true, 0],
  ])('deletes the kept pages and %s', async (_what, hasSubscription, times) => {
    const { caches, dispatch, unregister, open } = setUp({ hasSubscription });
    await caches.open(keptPagesOf('usr_1'));
    await dispatch('activate', {});
    expect(await caches.keys()).toEqual([]);
    expect(unregister).toHaveBeenCalledTimes(times);
    expect(await open('/events')).toBeUndefined();
  });

  it('leaves a worker that is about to be given its subscription', async () => {
    const { dispatch, unregister } = setUp();
    await dispatch('activate', {});
    expect(unregister).not.toHaveBeenCalled();
  });
});
