import { startTestServer } from './testing/start-test-server';

let world: Awaited<ReturnType<typeof startTestServer>>;
beforeAll(async () => {
  world = await startTestServer();
});
afterAll(() => world.close());

it.each([
  ['no JSON', 'application/json', '{', 422, 'invalid'],
  ['nothing where JSON was announced', 'application/json', '', 422, 'invalid'],
  ['a type that nobody reads', 'application/x-unknown', 'x', 415, 'unsupported_type'],
  ['more than a body may have', 'application/json', `"${'x'.repeat(2_000_000)}"`, 413, 'too_large'],
])(
  "answers %s at a route of its own with the status of the sender's mistake",
  async (_what, type, payload, status, code) => {
    const answer = await world.server.inject({
      method: 'DELETE',
      url: '/api/signout',
      headers: { 'content-type': type },
      payload,
    });
    expect({ status: answer.statusCode, code: answer.json<{ code: string }>().code }).toEqual({ status, code });
  },
);
