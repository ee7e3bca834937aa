import argon2 from '@node-rs/argon2';

import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, testPassword, testSchool } from '../../testing/test-people';

const work = { compared: [] as string[], hashed: 0 };

/*
 * Response time reveals whether an address has an account as clearly as a message does. The time goes into password
 * hashing and the database; both are counted here, because a clock would measure the machine.
 */
let api: TestApp;
let connections = 0;
beforeEach(() => {
  const { hash, verify } = argon2;
  jest.spyOn(argon2, 'verify').mockImplementation((stored, ...rest) => {
    work.compared.push(String(stored).split('$').slice(0, 4).join('$'));
    return verify(stored, ...rest);
  });
  jest.spyOn(argon2, 'hash').mockImplementation((...given) => {
    work.hashed += 1;
    return hash(...given);
  });
});
afterEach(() => jest.restoreAllMocks());
beforeAll(async () => {
  api = await startTestApp();
  // The first comparison also creates the hash used for unknown addresses.
  await api.as('unauthenticated').post('/auth/signin', { email: 'first@example.test', password: 'x' });
  api.pool.on('acquire', () => {
    connections += 1;
  });
});
afterAll(() => api.close());

async function workOf(path: string, body: object) {
  await api.db.deleteFrom('rate_limits').execute();
  Object.assign(work, { compared: [], hashed: 0 });
  connections = 0;
  const { status, body: answer } = await api.as('unauthenticated').post(path, body);
  return { status, answer, ...work, connections };
}

const argon2id = '$argon2id$v=19$m=19456,t=2,p=1';

it('signing in compares one hash of the same kind for a wrong password and for an unknown address', async () => {
  const known = await workOf('/auth/signin', { email: emailOf('adult'), password: 'sakura-no-ki-8' });
  const unknown = await workOf('/auth/signin', { email: 'nobody@example.test', password: 'sakura-no-ki-8' });
  expect(known).toMatchObject({ status: 401, compared: [argon2id], hashed: 0 });
  expect(unknown).toEqual(known);
});

it('signing in does the same for an account without a password, and for one of a school', async () => {
  await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', api.people.otherAdult).execute();
  const known = await workOf('/auth/signin', { email: emailOf('otherAdult'), password: testPassword });
  const unknown = await workOf('/auth/signin', { email: 'nobody@example.test', password: testPassword });
  expect(known).toMatchObject({ status: 401, compared: [argon2id] });
  expect(unknown).toEqual(known);
  const pupil = { schoolCode: testSchool.code, password: 'sakura-no-ki-8' };
  expect(await workOf('/auth/signin/partner-school', { ...pupil, studentCode: testSchool.studentCode })).toEqual(
    await workOf('/auth/signin/partner-school', { ...pupil, studentCode: '99-999' }),
  );
});

it('requesting a password reset does the same work for every address: the lookup happens when the mail is sent', async () => {
  const known = await workOf('/auth/reset-password-link', { email: emailOf('adult') });
  const unknown = await workOf('/auth/reset-password-link', { email: 'nobody@example.test' });
  expect(known).toMatchObject({ status: 200, answer: { ok: true }, compared: [], hashed: 0 });
  expect(unknown).toEqual(known);
});

it('signing up hashes the password before it detects a taken address', async () => {
  const person = { password: testPassword, nickname: '花子', birthDate: '1990-04-12', agreeTerms: true };
  expect(await workOf('/auth/signup', { ...person, email: emailOf('adult') })).toMatchObject({
    status: 422,
    hashed: 1,
  });
  expect(await workOf('/auth/signup', { ...person, email: 'new@example.test' })).toMatchObject({
    status: 201,
    hashed: 1,
  });
});
