import { startTestApp } from '../testing/start-test-app';

const minute = {
  RATE_LIMIT_READS_PER_MINUTE: '3',
  RATE_LIMIT_VISITOR_READS_PER_MINUTE: '2',
  RATE_LIMIT_WRITES_PER_MINUTE: '2',
};

describe('limits', () => {
  it('count reads per user, and per address for anonymous viewers', async () => {
    const api = await startTestApp({ env: minute });
    const read = async (caller: 'adult' | 'student' | 'unauthenticated' | 'anonymous') =>
      (await api.as(caller).get('/users/usr_staff')).status;
    expect([await read('adult'), await read('adult'), await read('adult'), await read('adult')]).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await read('student')).toBe(200);
    expect([await read('unauthenticated'), await read('anonymous'), await read('unauthenticated')]).toEqual([
      200, 200, 429,
    ]);
    const refused = await api.as('adult').get('/users/usr_staff');
    expect(refused.body).toEqual({ code: 'rate_limited', error: 'しばらくしてからもう一度お試しください。' });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await api.close();
  });

  it('count writes in the database, shared by all instances', async () => {
    const api = await startTestApp({ env: minute });
    const write = async () => (await api.as('adult').post('/auth/token', { refreshToken: 'x' })).status;
    expect([await write(), await write(), await write()]).toEqual([401, 401, 429]);
    const rows = await api.db.selectFrom('rate_limits').selectAll().execute();
    expect(rows).toEqual([{ bucket: `write:${api.people.adult}`, count: 3, resets_at: expect.any(Date) }]);
    api.clock.advance(60_001);
    expect(await write()).toBe(401);
    await api.close();
  });
});

it('keeps answers out of shared caches and returns the request id', async () => {
  const api = await startTestApp();
  const id = '0af7651916cd43dd8448eb211c80319c';
  const own = await api.as('adult').get('/me', { traceparent: `00-${id}-b7ad6b7169203331-01` });
  expect(own.headers).toMatchObject({ 'cache-control': 'no-store', 'x-request-id': id });
  const proxied = await api.as('adult').get('/me', { 'x-request-id': '0AF76519-16CD-43DD-8448-EB211C80319C' });
  expect(proxied.headers['x-request-id']).toBe(id);
  const made = await api.as('unauthenticated').get('/nothing', { 'x-request-id': 'short', traceparent: 'nonsense' });
  expect(made.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
  await api.close();
});
