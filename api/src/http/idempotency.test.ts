import { createHash } from 'node:crypto';

import { startTestApp, type TestApp } from '../testing/start-test-app';
import { testPassword } from '../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('idempotency_keys').execute());

let serial = 0;
const newPerson = () => ({
  email: `key${(serial += 1)}@example.test`,
  password: testPassword,
  nickname: '花子',
  birthDate: '1990-04-12',
  agreeTerms: true,
});
const signUp = (body: object, key: string, caller: 'unauthenticated' | 'anonymous' = 'unauthenticated') =>
  api.as(caller).post('/auth/signup', body, { 'idempotency-key': key });
const countOf = async (email: string) =>
  (await api.db.selectFrom('users').select('id').where('email', '=', email).execute()).length;

it('runs a repeated call once and returns the first answer again', async () => {
  const person = newPerson();
  const first = await signUp(person, 'k-1');
  const again = await signUp(person, 'k-1');
  expect(first.status).toBe(201);
  expect(first.headers['idempotency-replayed']).toBeUndefined();
  expect(again).toMatchObject({ status: 201, headers: { 'idempotency-replayed': 'true' } });
  expect(again.body).toEqual(first.body);
  expect(await countOf(person.email)).toBe(1);
});

it('runs concurrent repetitions once and gives all the same answer', async () => {
  const person = newPerson();
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp(person, 'k-2')));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
  expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
  expect(await countOf(person.email)).toBe(1);
});

it('rejects a different call under the same key', async () => {
  await signUp(newPerson(), 'k-3');
  expect(await signUp(newPerson(), 'k-3')).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
});

it('separates keys by user and by call', async () => {
  expect((await signUp(newPerson(), 'k-4')).status).toBe(201);
  expect((await signUp(newPerson(), 'k-4', 'anonymous')).status).toBe(201);
  expect(
    (await api.as('unauthenticated').post('/user/signin/anonymous', {}, { 'idempotency-key': 'k-4' })).status,
  ).toBe(200);
});

it('releases the key after a failure', async () => {
  const person = newPerson();
  expect((await signUp({ ...person, email: 'adult@example.test' }, 'k-5')).status).toBe(422);
  expect((await signUp(person, 'k-5')).status).toBe(201);
});

it('compares the meaning of a body, not its formatting', async () => {
  const person = newPerson();
  const first = await signUp(person, 'k-6');
  const again = await signUp({ ...person, email: ` ${person.email.toUpperCase()} ` }, 'k-6');
  expect(again.body).toEqual(first.body);
});

it('forgets an answer after 24 hours', async () => {
  await signUp(newPerson(), 'k-7');
  api.clock.advance(24 * 3_600_000 + 1000);
  expect((await signUp(newPerson(), 'k-7')).status).toBe(201);
});

it('stores a body digest that cannot be compared without the secret', async () => {
  const person = newPerson();
  await signUp(person, 'k-8');
  const { body_hash: kept } = await api.db.selectFrom('idempotency_keys').select('body_hash').executeTakeFirstOrThrow();
  const content = `/v1/auth/signup\n${JSON.stringify(person)}`;
  expect(kept).not.toBe(createHash('sha256').update(content).digest('base64url'));
  expect(kept).toMatch(/^[\w-]{43}$/);
});

it.each([
  ['too long', 'k'.repeat(256)],
  ['malformed', 'a b'],
  ['empty', ''],
])('rejects a key that is %s', async (_what, key) => {
  expect(await signUp(newPerson(), key)).toMatchObject({
    status: 422,
    body: { code: 'invalid', fields: { 'idempotency-key': expect.any(String) } },
  });
});
