import type { BootData } from '@manabiba/shared/page/boot-data';

import type { PageLocation } from '../../src/server-render';
import { startTestServer } from '../testing/start-test-server';

it('inserts the server-rendered HTML where the browser hydrates it', async () => {
  const seen: Array<[BootData, PageLocation]> = [];
  const world = await startTestServer({
    render: (...page) => {
      seen.push(page);
      return Promise.resolve('<header>まなびば</header>');
    },
  });
  const { token } = world.api.open();
  const { payload } = await world.server.inject({
    url: '/classrooms?content_only=true',
    headers: { cookie: `token=${token}; theme=dark` },
  });
  expect(payload).toContain('<div id="root"><header>まなびば</header></div>');
  expect(seen).toEqual([
    [
      expect.objectContaining({
        me: expect.objectContaining({ role: 'user' }),
        theme: 'dark',
        registry: { remotes: { 'mf-classrooms': expect.anything() } },
      }),
      { pathname: '/classrooms', search: '?content_only=true' },
    ],
  ]);
  expect(payload).not.toContain(token);
  await world.close();
});

it('serves an empty page when rendering fails, for the browser to render', async () => {
  const world = await startTestServer({ render: () => Promise.reject(new Error('broken')) });
  const { statusCode, payload } = await world.server.inject({ url: '/classrooms' });
  expect(statusCode).toBe(200);
  expect(payload).toContain('<div id="root"></div>');
  await world.close();
});
