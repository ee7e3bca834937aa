import type { ApiCall } from './ask-api';
import { shareAnonymousAnswers } from './shared-answers';

function setUp() {
  const asked: ApiCall[] = [];
  const ask = shareAnonymousAnswers((call) => {
    asked.push(call);
    return Promise.resolve({ status: 200, body: call.token ?? null });
  });
  const get = (path: string, token?: string) =>
    ask({ method: 'GET', path, address: '10.0.0.1', ...(token ? { token } : {}) });
  return { asked, get };
}

it('deduplicates concurrent identical queries', async () => {
  const { asked, get } = setUp();
  const answers = await Promise.all([get('/v1/categories'), get('/v1/categories'), get('/v1/events')]);
  expect(asked.map(({ path }) => path)).toEqual(['/v1/categories', '/v1/events']);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('does not share queries made on behalf of a user', async () => {
  const { asked, get } = setUp();
  expect((await get('/v1/classrooms', 'hers')).body).toBe('hers');
  expect((await get('/v1/classrooms')).body).toBeNull();
  expect((await get('/v1/classrooms', 'his')).body).toBe('his');
  expect(asked).toHaveLength(3);
});

it('queries again after half a second', async () => {
  const { asked, get } = setUp();
  await get('/v1/events');
  const now = performance.now();
  jest.spyOn(performance, 'now').mockReturnValue(now + 500);
  await get('/v1/events');
  expect(asked).toHaveLength(2);
});
