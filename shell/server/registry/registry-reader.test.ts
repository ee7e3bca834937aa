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

it('is read once for many and seen anew within a second', async () => {
  await Promise.all([read(), read(), read()]);
  expect(world.registry.queries).toBe(1);
  world.registry.rows.push(aRelease('mf-events', { container: 'mf_events' }));
  passTime(1000);
  expect(await names()).toEqual(['mf-classrooms', 'mf-events']);
  expect((await read()).headers['cache-control']).toBe('no-store');
});

it('stays as it was last seen while the database is down, and recovers', async () => {
  await read();
  world.registry.fails = true;
  passTime(1000);
  expect(await names()).toEqual(['mf-classrooms']);
  expect((await world.server.inject({ url: '/classrooms' })).statusCode).toBe(200);
  world.registry.fails = false;
  world.registry.rows = [];
  expect(await names()).toEqual([]);
});

it('does not make pages wait for a database that hangs', async () => {
  await read();
  world.registry.hangs = true;
  passTime(1000);
  expect(await names()).toEqual(['mf-classrooms']);
});

it('says that it cannot be read when it never was', async () => {
  world.registry.fails = true;
  expect((await read()).statusCode).toBe(503);
  expect((await world.server.inject({ url: '/classrooms' })).statusCode).toBe(503);
  expect((await world.server.inject({ url: '/signin' })).statusCode).toBe(200);
});

it.each([
  ['an entry elsewhere', { entry: 'https://evil.example/x.js' }],
  ['an entry above its folder', { entry: '../../other/x.js' }],
  ['a container that is no identifier', { container: 'mf-events' }],
  ['nothing of what it needs', { files: undefined }],
])('leaves out a release with %s, and only that one', async (_what, changes) => {
  world.registry.rows.push(aRelease('mf-events', { container: 'mf_events', ...changes }));
  expect(await names()).toEqual(['mf-classrooms']);
});
