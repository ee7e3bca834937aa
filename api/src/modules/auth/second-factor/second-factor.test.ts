import { millisecondsInMinute } from 'date-fns/constants';
import { Secret, TOTP } from 'otpauth';

import { createLimiter } from '../../../platform/security/limiter';
import { encryptText } from '../../../platform/security/text-encryption';
import { runStaffCommand } from '../../../staff';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { emailOf, type PersonName, testPassword } from '../../../testing/test-people';
import { createSsoTokensService } from '../../schools/sso/sso-tokens.service';
import { SoftAuthenticator } from '../passkeys/testing/soft-authenticator';
import { secondFactorKeys } from './second-factor-codes';

const STEP = 30_000;

let api: TestApp;
beforeAll(async () => {
  // Shortly after the start of a time step, and about now: the command of the staff has the clock of the system.
  api = await startTestApp({ now: new Date(Math.floor(Date.now() / STEP) * STEP + 5000).toISOString() });
});
afterAll(() => api.close());
afterEach(async () => {
  for (const table of ['second_factors', 'rate_limits', 'mails', 'passkeys'] as const)
    await api.db.deleteFrom(table).execute();
  api.mail.sent.length = 0;
  // The next test starts with a new time step.
  api.clock.advance(10 * STEP);
  await api.signInAgain();
});

const codeOf = (secret: string, ms = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: api.clock.now().getTime() + ms });
const offer = (who: PersonName, currentPassword: string | undefined = testPassword) =>
  api.as(who).post('/me/second_factor', { currentPassword });
const confirm = (who: PersonName, code: string) => api.as(who).post('/me/second_factor/confirmation', { code });

/** Turns it on, and moves on to the next code. */
async function turnOn(who: PersonName = 'adult') {
  const { secret } = (await offer(who)).body as { secret: string };
  const { status, body } = await confirm(who, codeOf(secret));
  expect(status).toBe(200);
  api.clock.advance(STEP);
  await api.mail.deliver();
  api.mail.sent.length = 0;
  return { secret, recoveryCodes: body.recoveryCodes as string[], recoveryCode: String(body.recoveryCodes[0]) };
}

const signIn = (code?: string, password = testPassword) =>
  api
    .as('unauthenticated')
    .post('/auth/signin', { email: emailOf('adult'), password, ...(code !== undefined && { code }) });
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];
const MISSING = [403, 'second_factor_required'];
const WRONG = [422, 'invalid'];
const OPEN = [200, undefined];
const subjects = async () => (await api.mail.deliver()).map(({ to, subject }) => [to, subject]);
const status = async (who: PersonName = 'adult') => (await api.as(who).get('/me/second_factor')).body.secondFactor;

describe('turning it on', () => {
  it('takes the password, then a code of the app, and gives ten recovery codes', async () => {
    expect(await status()).toBeNull();
    const { body } = await offer('adult');
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/.+secret=/);
    expect(body.uri).toContain(body.secret);
    expect((await confirm('adult', '000000')).body).toMatchObject({
      code: 'invalid',
      fields: { code: 'コードが正しくありません。アプリの新しいコードを入力してください。' },
    });
    expect(await status()).toBeNull();
    expect(outcome(await signIn())).toEqual(OPEN);
    const confirmed = await confirm('adult', codeOf(body.secret));
    expect(new Set(confirmed.body.recoveryCodes).size).toBe(10);
    expect(await status()).toEqual({ since: expect.any(String), recoveryCodesLeft: 10 });
    expect(await subjects()).toEqual([[emailOf('adult'), '【まなびば】二段階認証の設定のお知らせ']]);
  });

  it.each([
    ['a wrong password', { currentPassword: 'wrong' }],
    ['no password', {}],
  ])('refuses %s', async (_what, body) => {
    expect((await api.as('adult').post('/me/second_factor', body)).body).toMatchObject({
      code: 'invalid',
      fields: { currentPassword: '現在のパスワードが正しくありません。' },
    });
  });

  it('asks accounts without a password for a recent sign-in', async () => {
    const { password_hash: hash } = await api.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', api.people.adult)
      .executeTakeFirstOrThrow();
    const setHash = (value: string | null) =>
      api.db.updateTable('users').set({ password_hash: value }).where('id', '=', api.people.adult).execute();
    await setHash(null);
    expect((await api.as('adult').post('/me/second_factor', {})).status).toBe(200);
    const before = new Date(api.clock.now().getTime() - 16 * millisecondsInMinute);
    await api.db.updateTable('sessions').set({ created_at: before }).where('user_id', '=', api.people.adult).execute();
    expect(outcome(await api.as('adult').post('/me/second_factor', {}))).toEqual(WRONG);
    await setHash(hash);
  });

  it('offers no other secret once one is confirmed', async () => {
    await turnOn();
    expect(outcome(await offer('adult'))).toEqual([409, 'already']);
    expect(outcome(await confirm('adult', '123456'))).toEqual([409, 'already']);
  });

  it('stores neither the secret nor the recovery codes as they are', async () => {
    const { secret, recoveryCodes } = await turnOn();
    const { rows } = await api.pool.query(
      'select f::text as factor, (select string_agg(c::text, $1) from recovery_codes c) as codes from second_factors f',
      [' '],
    );
    const stored = JSON.stringify(rows);
    for (const shown of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace('-', ''))])
      expect(stored).not.toContain(shown);
  });
});

describe('signing in by password', () => {
  it('asks for a code after the right password only, and says in the list of devices which it was', async () => {
    const { secret, recoveryCode } = await turnOn();
    expect(outcome(await signIn(undefined, 'wrong'))).toEqual([401, 'invalid_credentials']);
    expect(outcome(await signIn(codeOf(secret), 'wrong'))).toEqual([401, 'invalid_credentials']);
    expect(outcome(await signIn())).toEqual(MISSING);
    const kinds = [];
    for (const code of [codeOf(secret), recoveryCode]) {
      const { token } = (await signIn(code)).body as { token: string };
      const { items } = (await api.withToken(token).get('/me/sessions')).body;
      const { method, secondFactor } = items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
      kinds.push([method, secondFactor]);
    }
    expect(kinds).toEqual([
      ['password', 'app'],
      ['password', 'recovery'],
    ]);
  });

  it.each([
    ['one step ahead', STEP, OPEN],
    ['one step behind', -STEP, OPEN],
    ['two steps ahead', 2 * STEP, WRONG],
    ['two steps behind', -2 * STEP, WRONG],
  ])('with the code of an app whose clock is %s (%s ms) is answered with %j', async (_what, skew, answer) => {
    const { secret } = await turnOn();
    api.clock.advance(4 * STEP);
    expect(outcome(await signIn(codeOf(secret, skew)))).toEqual(answer);
  });

  it('takes each code of the app once, and none from before', async () => {
    const { secret } = await turnOn();
    const code = codeOf(secret);
    expect(outcome(await signIn(code))).toEqual(OPEN);
    expect((await signIn(code)).body.fields.code).toMatch(/使用済み/);
    expect((await signIn(codeOf(secret, -STEP))).body.fields.code).toMatch(/使用済み/);
  });

  it('takes a code once when it is sent three times at the same moment', async () => {
    const { secret, recoveryCode } = await turnOn();
    for (const code of [codeOf(secret), recoveryCode]) {
      const answers = await Promise.all([signIn(code), signIn(code), signIn(code)]);
      expect(answers.map(({ status: answered }) => answered).sort()).toEqual([200, 422, 422]);
      await api.db.deleteFrom('rate_limits').execute();
    }
  });

  it('takes a recovery code in any spelling, and mails its use', async () => {
    const { recoveryCode } = await turnOn();
    expect(outcome(await signIn(recoveryCode.toLowerCase().replace('-', ' ')))).toEqual(OPEN);
    expect(await status()).toMatchObject({ recoveryCodesLeft: 9 });
    const [mail] = await api.mail.deliver();
    expect(mail?.subject).toBe('【まなびば】回復コードが使われました');
    expect(mail?.text).toContain('残り9個です。');
    expect(outcome(await signIn(recoveryCode))).toEqual(WRONG);
  });

  it('stops guessing after five wrong codes, even with the right one', async () => {
    const { secret } = await turnOn();
    for (let attempt = 0; attempt < 5; attempt += 1) expect(outcome(await signIn('000000'))).toEqual(WRONG);
    const refused = await signIn(codeOf(secret));
    expect(outcome(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('does not ask those who only began to turn it on', async () => {
    await offer('adult');
    expect(outcome(await signIn())).toEqual(OPEN);
  });
});

describe('other ways to sign in', () => {
  it('asks a pupil with the codes of the school, until the school gives a new password', async () => {
    const { secret } = await turnOn('school');
    const {
      partner_school_id: school,
      student_code: studentCode,
      password_hash: hash,
    } = await api.db
      .selectFrom('users')
      .select(['partner_school_id', 'student_code', 'password_hash'])
      .where('id', '=', api.people.school)
      .executeTakeFirstOrThrow();
    const { code: schoolCode } = await api.db
      .selectFrom('partner_schools')
      .select('code')
      .where('id', '=', String(school))
      .executeTakeFirstOrThrow();
    const enter = (password: string, more = {}) =>
      api.as('unauthenticated').post('/auth/signin/partner-school', { schoolCode, studentCode, password, ...more });
    expect(outcome(await enter(testPassword))).toEqual(MISSING);
    expect(outcome(await enter(testPassword, { code: codeOf(secret) }))).toEqual(OPEN);
    const path = `/staff/pupils/${api.people.school}/password`;
    const { body } = await api.as('staff').post(path, { reason: '端末をなくしたため' });
    expect(outcome(await enter(body.password))).toEqual(OPEN);
    await api.db.updateTable('users').set({ password_hash: hash }).where('id', '=', api.people.school).execute();
  });

  const tokenOf = async (email: string) =>
    (await api.as('unauthenticated').post('/embedded_identity/tokens', { email, name: '本人' })).body.idToken as string;

  it('refuses a code in words when the second factor was stored under another SESSION_SECRET', async () => {
    const { secret } = await turnOn();
    const { secretKey } = secondFactorKeys('another secret');
    await api.db
      .updateTable('second_factors')
      .set({ secret: encryptText(secretKey, secret) })
      .execute();
    expect((await signIn(codeOf(secret))).body).toMatchObject({
      code: 'invalid',
      fields: { code: expect.stringContaining('お問い合わせ') },
    });
  });

  it('asks whoever comes from an identity provider, and links nothing before the code', async () => {
    const { secret } = await turnOn();
    const idToken = await tokenOf(emailOf('adult'));
    const enter = (more = {}) => api.as('unauthenticated').post('/user/signin', { idToken, ...more });
    expect(outcome(await enter())).toEqual(MISSING);
    const linked = () =>
      api.db.selectFrom('users').select('provider_subject').where('id', '=', api.people.adult).executeTakeFirst();
    expect(await linked()).toEqual({ provider_subject: null });
    expect(outcome(await enter({ code: '000000' }))).toEqual(WRONG);
    expect(outcome(await enter({ code: codeOf(secret) }))).toEqual(OPEN);
    expect(outcome(await enter())).toEqual(MISSING);
    await api.db.updateTable('users').set({ provider_subject: null }).where('id', '=', api.people.adult).execute();
  });

  it('ends when the owner of an address that was never verified takes the account over', async () => {
    await turnOn('otherStudent');
    const { db, people } = api;
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', people.otherStudent).execute();
    const idToken = await tokenOf(emailOf('otherStudent'));
    expect(outcome(await api.as('unauthenticated').post('/user/signin', { idToken }))).toEqual(OPEN);
    expect(await db.selectFrom('second_factors').selectAll().execute()).toEqual([]);
  });

  it('asks a pupil who comes from the page of the school, whose token works with the code and then no more', async () => {
    const { secret } = await turnOn('school');
    const { sessionSecret } = api.env;
    const limiter = createLimiter({ db: api.db, clock: api.clock });
    const tokens = createSsoTokensService({ secret: sessionSecret, limiter, clock: api.clock });
    const ssoToken = tokens.make(api.people.school);
    const enter = (more = {}) => api.as('unauthenticated').post('/auth/signin/partner-school', { ssoToken, ...more });
    expect(outcome(await enter())).toEqual(MISSING);
    expect(outcome(await enter({ code: '000000' }))).toEqual(WRONG);
    expect(outcome(await enter({ code: codeOf(secret) }))).toEqual(OPEN);
    api.clock.advance(STEP);
    expect(outcome(await enter({ code: codeOf(secret) }))).toEqual([401, 'invalid_credentials']);
  });

  it('does not ask whoever has a passkey, which checks the person', async () => {
    await turnOn();
    const key = new SoftAuthenticator();
    const begun = (await api.as('adult').post('/me/passkeys/challenge', { currentPassword: testPassword })).body;
    const attestation = key.create(begun.options);
    await api.as('adult').post('/me/passkeys', { challengeId: begun.challengeId, name: '端末', attestation });
    const { challengeId, options } = (await api.as('unauthenticated').post('/auth/signin/passkey/challenge')).body;
    const body = { challengeId, assertion: key.get(options) };
    expect(outcome(await api.as('unauthenticated').post('/auth/signin/passkey', body))).toEqual(OPEN);
  });
});

describe('a forgotten password', () => {
  it('is replaced by the link of the mail, after which the code is still asked for', async () => {
    const { secret } = await turnOn();
    await api.as('unauthenticated').post('/auth/reset-password-link', { email: emailOf('adult') });
    const mail = (await api.mail.deliver()).at(-1);
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
    const reset = await api.as('unauthenticated').post('/auth/reset-password', { token, password: 'a-new-password' });
    expect(reset.status).toBe(200);
    expect(outcome(await signIn(undefined, 'a-new-password'))).toEqual(MISSING);
    const { body } = await signIn(codeOf(secret), 'a-new-password');
    const back = { password: testPassword, currentPassword: 'a-new-password' };
    expect((await api.withToken(body.token).patch('/me', back)).status).toBe(200);
  });
});

describe('turning it off, and new recovery codes', () => {
  const off = (body: object) => api.as('adult').delete('/me/second_factor', {}, body);

  it('takes password and code, and mails it', async () => {
    const { secret } = await turnOn();
    expect((await off({ code: codeOf(secret) })).body.fields).toHaveProperty('currentPassword');
    expect((await off({ currentPassword: testPassword, code: '000000' })).body.fields).toHaveProperty('code');
    expect((await off({ currentPassword: testPassword, code: codeOf(secret) })).status).toBe(204);
    expect(await subjects()).toEqual([[emailOf('adult'), '【まなびば】二段階認証の解除のお知らせ']]);
    expect(await status()).toBeNull();
    expect(outcome(await signIn())).toEqual(OPEN);
    expect(outcome(await off({ currentPassword: testPassword, code: '000000' }))).toEqual([409, 'conflict']);
  });

  it('makes old recovery codes useless by making new ones', async () => {
    const { secret, recoveryCode } = await turnOn();
    const path = '/me/second_factor/recovery_codes';
    const renew = (body: object) => api.as('adult').post(path, body);
    expect((await renew({ code: codeOf(secret) })).status).toBe(422);
    const { body } = await renew({ currentPassword: testPassword, code: codeOf(secret) });
    expect(await subjects()).toEqual([[emailOf('adult'), '【まなびば】回復コードの再発行のお知らせ']]);
    expect(outcome(await signIn(recoveryCode))).toEqual(WRONG);
    expect(outcome(await signIn(body.recoveryCodes[0]))).toEqual(OPEN);
  });

  it('is done by the staff for a user who has lost everything, who is notified', async () => {
    await turnOn();
    const words = ['reset-second-factor', api.people.adult, '端末をなくしたため'];
    const run = () => runStaffCommand(words, { env: api.env, who: 'sato' });
    expect(await run()).toBe(`${api.people.adult} has no second factor any more.`);
    expect(await subjects()).toEqual([[emailOf('adult'), '【まなびば】二段階認証の解除のお知らせ']]);
    expect(outcome(await signIn())).toEqual(OPEN);
    await expect(run()).rejects.toThrow(/no second factor/);
  });
});
