import { millisecondsInMinute } from 'date-fns/constants';
import { Secret, TOTP } from 'otpauth';

import { runStaffCommand } from '../../../staff';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { emailOf, testPassword } from '../../../testing/test-people';

const STEP = 30_000;

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp({ now: '2026-11-24T01:00:05Z', env: { STAFF_SECOND_FACTOR: 'required' } });
});
afterAll(() => api.close());
afterEach(async () => {
  await api.db.deleteFrom('second_factors').execute();
  await api.db.deleteFrom('rate_limits').execute();
  await api.db.updateTable('sessions').set({ staff_active_at: null }).execute();
  // The next test starts with a new time step.
  api.clock.advance(10 * STEP);
  await api.signInAgain();
});

const staff = () => api.as('staff');
const codeOf = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() + ms });
const offer = () => staff().post('/me/second_factor', { currentPassword: testPassword });
const confirm = (code: string) => staff().post('/me/second_factor/confirmation', { code });
const unlock = (code: string) => staff().post('/staff/session/unlock', { code });
const session = async () => (await staff().get('/staff/session')).body;
const work = async () => {
  const { status, body } = await staff().get('/staff/audit_log');
  return [status, body.code];
};
const OPEN = [200, undefined];
const LOCKED = [403, 'second_factor_required'];
const lock = () => api.db.updateTable('sessions').set({ staff_active_at: null }).execute();
const actions = async () =>
  (await api.db.selectFrom('audit_log').select(['action', 'detail', 'who']).orderBy('id', 'desc').execute()).map(
    ({ action, detail }) => [action, detail].filter(Boolean).join(' '),
  );

/** Lets time pass in the same session: its access token is renewed, which a test can only do by signing in. */
async function pass(ms: number) {
  const { at } = await api.db
    .selectFrom('sessions')
    .select(({ fn }) => fn.max('staff_active_at').as('at'))
    .executeTakeFirstOrThrow();
  api.clock.advance(ms);
  await api.signInAgain();
  await api.db.updateTable('sessions').set({ staff_active_at: at }).where('user_id', '=', api.people.staff).execute();
}

/** Enrols, and moves on to the next code. */
async function enrol() {
  const { secret } = (await offer()).body as { secret: string };
  const { status, body } = await confirm(codeOf(secret));
  expect(status).toBe(200);
  api.clock.advance(STEP);
  return { secret, recoveryCodes: body.recoveryCodes as string[] };
}

it('refuses the work until an app is enrolled and has shown a code', async () => {
  expect(await work()).toEqual(LOCKED);
  expect(await session()).toEqual({ state: 'unenrolled', locksInSeconds: null });
  expect((await unlock('123456')).body.code).toBe('conflict');

  const { secret } = (await offer()).body;
  expect(await work()).toEqual(LOCKED);
  expect((await confirm('000000')).status).toBe(422);
  expect(await work()).toEqual(LOCKED);
  expect((await confirm(codeOf(secret))).status).toBe(200);
  expect(await work()).toEqual(OPEN);
  expect(await session()).toEqual({ state: 'open', locksInSeconds: 1800 });
  expect((await actions())[0]).toBe('second-factor-on');
});

it('locks after 30 minutes without a call of the staff, whatever else is called', async () => {
  const { secret } = await enrol();
  for (const _call of [1, 2]) {
    await pass(29 * millisecondsInMinute);
    expect(await work()).toEqual(OPEN);
  }
  await pass(20 * millisecondsInMinute);
  expect(await session()).toMatchObject({ state: 'open', locksInSeconds: 600 });
  expect((await staff().get('/me')).status).toBe(200);
  await pass(11 * millisecondsInMinute);
  expect(await work()).toEqual(LOCKED);
  expect(await session()).toMatchObject({ state: 'locked', locksInSeconds: null });
  expect((await unlock(codeOf(secret))).status).toBe(204);
  expect(await work()).toEqual(OPEN);
  expect((await actions())[0]).toBe('staff-unlock');
});

it('locks behind a screen that only polls its list', async () => {
  await enrol();
  for (let minute = 0; minute < 31; minute += 1) {
    await pass(millisecondsInMinute);
    await staff().get('/staff/reports');
  }
  expect(await work()).toEqual(LOCKED);
});

it.each([
  ['one step ahead', STEP, 204],
  ['one step behind', -STEP, 204],
  ['two steps ahead', 2 * STEP, 422],
  ['two steps behind', -2 * STEP, 422],
])('answers the code of an app whose clock is %s with %s ms: %d', async (_what, skew, status) => {
  const { secret } = await enrol();
  api.clock.advance(4 * STEP);
  await lock();
  expect((await unlock(codeOf(secret, skew))).status).toBe(status);
});

it('takes each code once, and none from before', async () => {
  const { secret } = await enrol();
  const code = codeOf(secret);
  await lock();
  expect((await unlock(code)).status).toBe(204);
  await lock();
  expect((await unlock(code)).body.fields.code).toMatch(/使用済み/);
  expect((await unlock(codeOf(secret, -STEP))).body.fields.code).toMatch(/使用済み/);
  expect(await work()).toEqual(LOCKED);
});

it('takes a code once when two windows send it at the same time', async () => {
  const { secret } = await enrol();
  await lock();
  const unlocks = async () => (await actions()).filter((action) => action === 'staff-unlock').length;
  const before = await unlocks();
  const code = codeOf(secret);
  await Promise.all([unlock(code), unlock(code)]);
  expect(await unlocks()).toBe(before + 1);
});

it('accepts codes as people type them', async () => {
  const { secret } = await enrol();
  await lock();
  const code = codeOf(secret);
  const wide = [...code].map((digit) => String.fromCodePoint(digit.charCodeAt(0) + 0xfee0)).join('');
  expect((await unlock(` ${wide.slice(0, 3)} ${wide.slice(3)} `)).status).toBe(204);
});

it('takes a recovery code once, in any spelling, and writes it down', async () => {
  const { recoveryCodes } = await enrol();
  const [first = ''] = recoveryCodes;
  await lock();
  expect((await unlock(first.toLowerCase().replace('-', ' '))).status).toBe(204);
  expect((await actions())[0]).toBe('staff-unlock 回復コード');
  await lock();
  expect((await unlock(first)).status).toBe(422);
});

it('stops guessing after five wrong codes, even with the right one', async () => {
  const { secret } = await enrol();
  await lock();
  for (let attempt = 0; attempt < 5; attempt += 1) expect((await unlock('000000')).status).toBe(422);
  const refused = await unlock(codeOf(secret));
  expect([refused.status, refused.body.code, Number(refused.headers['retry-after']) > 0]).toEqual([
    429,
    'rate_limited',
    true,
  ]);
  api.clock.advance(10 * millisecondsInMinute);
  expect((await unlock(codeOf(secret))).status).toBe(429);
});

it.each([{}, { code: '' }, { code: ' ' }, { code: 1 }, { code: 'x'.repeat(41) }, { code: '123456', more: 1 }])(
  'refuses %j as a code',
  async (body) => {
    expect((await staff().post('/staff/session/unlock', body)).status).toBe(422);
  },
);

it('opens only the session that has shown a code', async () => {
  await api.signInAgain();
  await enrol();
  await api.signInAgain();
  expect(await work()).toEqual(LOCKED);
});

it('is open after a sign-in with a code, without another one', async () => {
  const { secret } = await enrol();
  const signIn = { email: emailOf('staff'), password: testPassword, code: codeOf(secret) };
  const { token } = (await api.as('unauthenticated').post('/auth/signin', signIn)).body as { token: string };
  expect((await api.withToken(token).get('/staff/audit_log')).status).toBe(200);
});

it('cannot be turned off where the staff must have one', async () => {
  const { secret } = await enrol();
  const off = await staff().delete('/me/second_factor', {}, { currentPassword: testPassword, code: codeOf(secret) });
  expect(off).toMatchObject({ status: 409, body: { error: 'スタッフの二段階認証は、オフにできません。' } });
  expect(await work()).toEqual(OPEN);
});

it('is reset by the command, which locks every session', async () => {
  await enrol();
  const words = ['reset-second-factor', api.people.staff, '端末をなくしたため'];
  const run = () => runStaffCommand(words, { env: api.env, who: 'sato' });
  expect(await run()).toBe(`${api.people.staff} has no second factor any more.`);
  expect((await actions())[0]).toBe('second-factor-reset 端末をなくしたため');
  expect(await work()).toEqual(LOCKED);
  expect((await session()).state).toBe('unenrolled');
  await expect(run()).rejects.toThrow(/no second factor/);
});

describe('from an address that is not allowed', () => {
  let elsewhere: TestApp;
  beforeAll(async () => {
    elsewhere = await startTestApp({ env: { STAFF_ADDRESSES: '203.0.113.0/24', TRUST_PROXY: '1' } });
  });
  afterAll(() => elsewhere.close());

  it.each([
    ['203.0.113.7', 200],
    ['198.51.100.1', 404],
  ])('the calls of the staff do not exist: %s is answered with %d', async (address, status) => {
    const headers = { 'x-forwarded-for': address };
    for (const path of ['/staff/session', '/staff/audit_log'])
      expect((await elsewhere.as('staff').get(path, headers)).status).toBe(status);
    expect((await elsewhere.as('staff').get('/me', headers)).status).toBe(200);
  });
});
