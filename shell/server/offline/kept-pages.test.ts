import { KEEP_HEADER } from '@manabiba/shared/contract/push-worker';
import type { BootData } from '@manabiba/shared/page/boot-data';

import { aRelease, startTestServer } from '../testing/start-test-server';
import { readWebEnv } from '../web-env';

let world: Awaited<ReturnType<typeof startTestServer>>;
const start = async (options: Parameters<typeof startTestServer>[0] = {}) => {
  world = await startTestServer(options);
  world.registry.rows = [
    aRelease('mf-classrooms', {
      routes: [
        { path: '/classrooms', page: 'classrooms', title: '教室', access: 'anyone' },
        { path: '/me/classrooms', page: 'classrooms', title: '自分の教室', access: 'person' },
        { path: '/bare', page: 'classrooms', title: '', access: 'anyone', layout: { notices: false } },
      ],
    }),
  ];
};
afterEach(() => world.close());

const SESSION = { cookie: 'token=a; refresh_token=b; theme=dark' };
const get = (url: string, headers: Record<string, string> = {}) => world.server.inject({ url, headers });
const toKeep = (url: string, headers: Record<string, string> = {}) => get(url, { [KEEP_HEADER]: 'yes', ...headers });
const bootOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as BootData;

it('is an anonymous page, whatever cookies came with the request, and counts as no view', async () => {
  await start();
  const answer = await toKeep('/classrooms', SESSION);
  expect(answer.headers[KEEP_HEADER]).toBe('yes');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(bootOf(answer.payload)).toMatchObject({ me: null });
  expect(bootOf(answer.payload).view).toBeUndefined();
});

it.each([
  ['with a query', '/classrooms?q=himitsu'],
  ['for people', '/me/classrooms'],
  ['of mails', '/reset_password'],
  ['for signing in', '/signin'],
  ['without room for the notice', '/bare'],
  ['that does not exist', '/no/such/page'],
])('is no page %s', async (_what, url) => {
  await start();
  expect((await toKeep(url)).headers[KEEP_HEADER]).toBeUndefined();
});

it('does not mark a page that a browser opens as one to keep', async () => {
  await start();
  const answer = await get('/classrooms');
  expect(answer.headers[KEEP_HEADER]).toBeUndefined();
  expect(answer.headers['cache-control']).toBe('no-store, private');
  expect(bootOf(answer.payload)).toMatchObject({ hasOffline: true });
});

it('is none at all with OFFLINE=off', async () => {
  await start({ env: readWebEnv({ OFFLINE: 'off', LOG_LEVEL: 'silent' }) });
  expect(bootOf((await get('/classrooms')).payload).hasOffline).toBeUndefined();
});
