import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { InitialRequests } from '@manabiba/shared/navigation/initial-queries';
import { paths } from '@manabiba/shared/navigation/paths';
import type { RemoteRoute } from '@manabiba/shared/page/boot-data';

import { aRelease, startTestServer } from '../testing/start-test-server';

const root = join(import.meta.dirname, '../../..');
const remotesOfThisTree = readdirSync(root)
  .filter((name) => name.startsWith('mf-'))
  .map((name) => ({
    name,
    offers: JSON.parse(readFileSync(join(root, name, 'remote.json'), 'utf8')) as { routes: RemoteRoute[] },
  }));

async function requestsOf(releases: ReturnType<typeof aRelease>[]) {
  const { server, registry, close } = await startTestServer();
  registry.rows = releases;
  const answer = await server.inject('/initial-queries.json');
  await close();
  expect(answer.headers['cache-control']).toBe('no-store');
  const { pages } = answer.json<InitialRequests>();
  return (pattern: string) =>
    (pages[pattern] ?? []).map(({ path, query, for: whom }) =>
      [path, query, whom].filter((each) => each !== undefined),
    );
}

it('lists for links the initial queries of this tree’s releases on home, a profile and the inbox', async () => {
  const on = await requestsOf(
    remotesOfThisTree.map(({ name, offers }) => aRelease(name, { firstCalls: undefined, ...offers })),
  );
  expect(on('/')).toEqual(
    expect.arrayContaining([
      ['/classrooms', { state: 'live' }],
      ['/classrooms', { state: 'scheduled' }],
      ['/professionals', { sort: 'classroom', limit: 6 }],
      ['/me/following', { limit: 20 }, 'person'],
    ]),
  );
  expect(on('/users/{id}')).toEqual(
    expect.arrayContaining([
      ['/users/{id}'],
      ['/classrooms', { userId: '{id}' }],
      ['/users/{id}/archives', { limit: 50 }],
      ['/categories'],
    ]),
  );
  expect(on('/notifications')).toEqual([['/me/notifications', 'person']]);
  expect(on('/classrooms/{id}')).toEqual([]);
});

it('follows a remote that changes its query, without a release of the shell', async () => {
  const query = { state: 'live', limit: 7 };
  const on = await requestsOf([
    aRelease('mf-classrooms', {
      firstCalls: { pages: {}, slots: { 'top-classrooms': [{ call: 'listClassrooms', query }] } },
    }),
  ]);
  expect(on('/')).toEqual([['/classrooms', query]]);
});

it.each(remotesOfThisTree)('$name declares the same access as the table of paths', ({ offers }) => {
  for (const { path, access } of offers.routes) {
    const known = Object.values(paths).find(({ pattern }) => pattern === path);
    if (known) expect([path, access]).toEqual([path, known.access]);
  }
});
