import { startTestServer } from './testing/start-test-server';

let world: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  world = await startTestServer();
});
afterAll(() => world.close());

it.each([
  ['invalid JSON', 'application/json', '{', 422, 'invalid'],
  ['an empty body where JSON was announced', 'application/json', '', 422, 'invalid'],
  ['an unsupported type', 'application/x-unknown', 'x', 415, 'unsupported_type'],
  ['an oversized body', 'application/json', `"${'x'.repeat(2_000_000)}"`, 413, 'too_large'],
])('answers %s at one of its own routes with a client error status', async (_what, type, payload, status, code) => {
  const answer = await world.server.inject({
    method: 'DELETE',
    url: '/api/signout',
    headers: { 'content-type': type },
    payload,
  });
  expect({ status: answer.statusCode, code: answer.json<{ code: string }>().code }).toEqual({ status, code });
});
