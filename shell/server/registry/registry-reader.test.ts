import { aRelease, startTestServer } from '../testing/start-test-server';

let world: Awaited<ReturnType<typeof startTestServer>>;
beforeEach(async () => {
  world = await startTestServer();
});
afterEach(() => {
  jest.useRealTimers();
  return world.close();
});

const read = () => world.server.inject({ url: '/registry.json' });
const passTime = (ms: number) => {
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + ms);
};
const names = async () => Object.keys((await read()).json<{ remotes: object }>().remotes);

it('is read once for many callers and refreshed within a second', async () => {
  await Promise.all([read(), read(), read()]);
  expect(world.registry.queries).toBe(1);
  world.registry.rows.push(aRelease('mf-events', { container: 'mf_events' }));
  passTime(1000);
  expect(await names()).toEqual(['mf-classrooms', 'mf-events']);
  expect((await read()).headers['cache-control']).toBe('no-store');
});

it('keeps its last state while the database is down, and recovers', async () => {
  await read();
  world.registry.fails = true;
  passTime(1000);
  expect(await names()).toEqual(['mf-classrooms']);
  expect((await world.server.inject({ url: '/classrooms' })).statusCode).toBe(200);
  world.registry.fails = false;
  world.registry.rows = [];
  expect(await names()).toEqual([]);
});

it('does not block pages on a database that hangs', async () => {
  await read();
  world.registry.hangs = true;
  passTime(1000);
  expect(await names()).toEqual(['mf-classrooms']);
});

it('reports that it is unavailable when it was never read', async () => {
  world.registry.fails = true;
  expect((await read()).statusCode).toBe(503);
  expect((await world.server.inject({ url: '/classrooms' })).statusCode).toBe(503);
  expect((await world.server.inject({ url: '/signin' })).statusCode).toBe(200);
});

it.each([
  ['an entry on another host', { entry: 'https://evil.example/x.js' }],
  ['an entry outside its folder', { entry: '../../other/x.js' }],
  ['a container that is not an identifier', { container: 'mf-events' }],
  ['a missing field', { files: undefined }],
])('skips a release with %s, and only that one', async (_what, changes) => {
  world.registry.rows.push(aRelease('mf-events', { container: 'mf_events', ...changes }));
  expect(await names()).toEqual(['mf-classrooms']);
});
