import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

import { type Caller, type SentMail, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName, personNames, testPassword } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.mail.deliver();
  api.mail.sent.length = 0;
  await api.db.deleteFrom('rate_limits').execute();
});

const gone = { status: 410, body: { code: 'link_expired', error: 'リンクの有効期限が切れています。' } };
const tokenIn = (mail: SentMail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const exportIn = (mail: SentMail | undefined) => /data_exports\/([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const setPerson = (name: PersonName, values: object) =>
  api.db.updateTable('users').set(values).where('id', '=', api.people[name]).execute();
const stateOf = async (name: PersonName) =>
  (await api.db.selectFrom('users').select('state').where('id', '=', api.people[name]).executeTakeFirstOrThrow()).state;
const askForReset = (email: string, caller: Caller = 'unauthenticated') =>
  api.as(caller).post('/auth/reset-password-link', { email });
async function resetLink(name: PersonName): Promise<string> {
  await askForReset(emailOf(name));
  const mails = await api.mail.deliver();
  return tokenIn(mails.at(-1));
}
/** Runs work as if that much time had passed. Test sessions last a quarter of an hour. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  api.clock.advance(ms);
  try {
    return await work();
  } finally {
    api.clock.advance(-ms);
  }
}
const reset = (token: string, password = 'a-new-password', caller: Caller = 'unauthenticated') =>
  api.as(caller).post('/auth/reset-password', { token, password });

describe('requesting a password reset', () => {
  it.each<[Caller]>([['unauthenticated'], ['anonymous'], ...personNames.map((name): [Caller] => [name])])(
    'is open to %s',
    async (caller) => {
      expect(await askForReset(emailOf('adult'), caller)).toMatchObject({ status: 200, body: { ok: true } });
    },
  );

  it("sends a mail to the account's owner in text and HTML", async () => {
    await askForReset(` ${emailOf('adult').toUpperCase()}`);
    const [mail] = await api.mail.deliver();
    expect(mail).toMatchObject({
      to: emailOf('adult'),
      subject: '【まなびば】パスワードの再設定',
      text: expect.stringContaining('大人 さん'),
    });
    expect(mail?.text).toContain(`https://manabiba.test/reset_password?token=${tokenIn(mail)}`);
    expect(mail?.html).toContain(`href="https://manabiba.test/reset_password?token=${tokenIn(mail)}"`);
  });

  it('behaves the same for an unknown address, without sending a mail', async () => {
    const known = await askForReset(emailOf('adult'));
    const unknown = await askForReset('nobody@example.test');
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: known.status, body: known.body });
    const rows = await api.db
      .selectFrom('mails')
      .select(['template', 'user_id', 'sent_at'])
      .where('sent_at', 'is', null)
      .execute();
    expect(rows).toEqual([
      { template: 'password_reset', user_id: null, sent_at: null },
      { template: 'password_reset', user_id: null, sent_at: null },
    ]);
    expect((await api.mail.deliver()).map(({ to }) => to)).toEqual([emailOf('adult')]);
  });

  it('is limited per requested address, known or not, without storing it in the counters', async () => {
    for (const email of [emailOf('student'), 'nobody@example.test']) {
      const answers = [];
      for (let call = 0; call < 6; call += 1) answers.push((await askForReset(email)).status);
      expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    }
    const rows = await api.db.selectFrom('rate_limits').select('bucket').execute();
    expect(rows.some(({ bucket }) => bucket.includes('example.test'))).toBe(false);
  });

  it('is limited per calling address', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_MAILS_PER_HOUR: '2' } });
    try {
      const statuses = [];
      for (const name of ['a', 'b', 'c'])
        statuses.push(
          (await limited.as('unauthenticated').post('/auth/reset-password-link', { email: `${name}@example.test` }))
            .status,
        );
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('resetting the password by a link', () => {
  it('checks the link without consuming it', async () => {
    const token = await resetLink('otherStudent');
    const look = () => api.as('unauthenticated').get(`/auth/reset-password-link/${token}`);
    expect([(await look()).status, (await look()).status]).toEqual([200, 200]);
    expect((await reset(token)).status).toBe(200);
    expect((await look()).body.code).toBe('link_expired');
  });

  it('ends the links to files of the data', async () => {
    const signIn = { email: emailOf('student'), password: testPassword };
    const { token } = (await api.as('unauthenticated').post('/auth/signin', signIn)).body;
    await api.withToken(token).post('/me/data_export');
    const [mail] = (await api.mail.deliver()).slice(-1);
    const open = async () => (await api.as('unauthenticated').get(`/data_exports/${exportIn(mail)}`)).status;
    expect(await open()).toBe(200);
    expect((await reset(await resetLink('student'), testPassword)).status).toBe(200);
    expect(await open()).toBe(410);
    await api.signInAgain();
  });

  it('ends what somebody else may have begun: another address, and an identity linked before the address was verified', async () => {
    const change = { email: 'taken.over@example.test', currentPassword: testPassword };
    expect((await api.as('student').patch('/me', change)).status).toBe(200);
    const verify = tokenIn((await api.mail.deliver()).find(({ to }) => to === change.email));
    const unverified = { email_verified_at: null, state: 'email_unverified', provider_subject: 'somebody' };
    await setPerson('unverified', unverified);
    await setPerson('adult', { provider_subject: 'theirs' });
    await api.db
      .insertInto('calendar_feeds')
      .values({ user_id: api.people.student, secret_hash: 'x', created_at: api.clock.now() })
      .execute();
    for (const name of ['student', 'unverified', 'adult'] as const)
      expect((await reset(await resetLink(name), testPassword)).status).toBe(200);
    expect(await api.as('unauthenticated').post('/auth/verify-email', { token: verify })).toMatchObject(gone);
    const subjectOf = async (name: PersonName) =>
      (
        await api.db
          .selectFrom('users')
          .select('provider_subject')
          .where('id', '=', api.people[name])
          .executeTakeFirstOrThrow()
      ).provider_subject;
    expect([await subjectOf('unverified'), await subjectOf('adult')]).toEqual([null, 'theirs']);
    expect(await api.db.selectFrom('calendar_feeds').selectAll().execute()).toEqual([]);
    await setPerson('adult', { provider_subject: null });
    await api.signInAgain();
  });

  it('accepts only the new password, ends every session, and notifies the user', async () => {
    const before = (
      await api.as('unauthenticated').post('/auth/signin', { email: emailOf('otherAdult'), password: testPassword })
    ).body;
    const token = await resetLink('otherAdult');
    expect(await reset(token)).toMatchObject({ status: 200, body: { ok: true } });
    expect((await api.withToken(before.token).get('/me')).status).toBe(401);
    expect((await api.as('unauthenticated').post('/auth/token', { refreshToken: before.refreshToken })).status).toBe(
      401,
    );
    expect(
      (await api.as('unauthenticated').post('/auth/signin', { email: emailOf('otherAdult'), password: testPassword }))
        .status,
    ).toBe(401);
    expect(
      (
        await api
          .as('unauthenticated')
          .post('/auth/signin', { email: emailOf('otherAdult'), password: 'a-new-password' })
      ).status,
    ).toBe(200);
    expect((await api.mail.deliver()).at(-1)?.subject).toBe('【まなびば】パスワードの変更のお知らせ');
  });

  it('works once, even with concurrent calls', async () => {
    const token = await resetLink('otherAdult');
    const answers = await Promise.all([reset(token), reset(token), reset(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
    expect(await reset(token)).toMatchObject(gone);
  });

  it('is rejected after an hour, after a newer link, and after an address change', async () => {
    const old = await resetLink('otherAdult');
    const newer = await resetLink('otherAdult');
    expect(await reset(old)).toMatchObject(gone);
    await setPerson('otherAdult', { email: 'moved@example.test' });
    expect(await reset(newer)).toMatchObject(gone);
    await setPerson('otherAdult', { email: emailOf('otherAdult') });
    const late = await resetLink('otherAdult');
    expect(await later(61 * millisecondsInMinute, () => reset(late))).toMatchObject(gone);
  });

  it.each([
    ['an unknown token', 'x'.repeat(43)],
    ['a token of another kind', null],
  ])('rejects %s', async (_what, given) => {
    await api.as('unverified').post('/email_verification');
    const token = given ?? tokenIn((await api.mail.deliver()).at(-1));
    expect(await reset(token)).toMatchObject(gone);
  });

  it('sends nothing to a pupil with an unverified address', async () => {
    await setPerson('school', { email: 'pupil@example.test', email_verified_at: api.clock.now() });
    await askForReset('pupil@example.test');
    const token = tokenIn((await api.mail.deliver()).at(-1));
    await setPerson('school', { email_verified_at: null });
    expect(await reset(token)).toMatchObject({ status: 403, body: { code: 'email_account_only' } });
    api.mail.sent.length = 0;
    await askForReset('pupil@example.test');
    expect(await api.mail.deliver()).toEqual([]);
    await setPerson('school', { email: null });
  });

  it('is limited per address', async () => {
    const statuses = [];
    for (let call = 0; call < 61; call += 1)
      statuses.push((await api.as('unauthenticated').post('/auth/verify-email', { token: 'x' })).status);
    expect(new Set(statuses.slice(0, 60))).toEqual(new Set([410]));
    expect(statuses[60]).toBe(429);
  });
});

describe('verifying an address', () => {
  it.each([
    ['1985-05-20', 'active'],
    ['2008-06-01', 'documents_required'],
  ])('makes a user born %s %s', async (birthDate, state) => {
    await setPerson('unverified', { birth_date: birthDate, state: 'email_unverified', email_verified_at: null });
    await api.as('unverified').post('/email_verification');
    const [mail] = await api.mail.deliver();
    expect(mail).toMatchObject({ to: emailOf('unverified'), subject: '【まなびば】メールアドレスの確認' });
    const token = tokenIn(mail);
    expect(await api.as('unverified').post('/auth/verify-email', { token })).toMatchObject({
      status: 200,
      body: { user: { id: api.people.unverified, state, fromFirebase: { emailVerified: true } } },
    });
    expect(await stateOf('unverified')).toBe(state);
    expect(await api.as('unauthenticated').post('/auth/verify-email', { token })).toMatchObject(gone);
  });

  it.each<[Caller]>([
    ['unauthenticated'],
    ['anonymous'],
    ['adult'],
    ['child'],
    ['school'],
    ['professional'],
    ['resubmit'],
    ['suspended'],
  ])('shows %s nothing of the user', async (caller) => {
    await setPerson('unverified', { state: 'email_unverified', email_verified_at: null });
    await api.as('unverified').post('/email_verification');
    const token = tokenIn((await api.mail.deliver()).at(-1));
    expect((await api.as(caller).post('/auth/verify-email', { token })).body).toEqual({ ok: true });
  });

  it('expires after three days', async () => {
    await setPerson('unverified', { state: 'email_unverified', email_verified_at: null });
    await api.as('unverified').post('/email_verification');
    const token = tokenIn((await api.mail.deliver()).at(-1));
    expect(
      await later(3 * millisecondsInDay + 1000, () => api.as('unauthenticated').post('/auth/verify-email', { token })),
    ).toMatchObject(gone);
  });
});

describe('resending the verification mail', () => {
  it.each<[Caller, number, string]>([
    ['unauthenticated', 401, 'unauthenticated'],
    ['anonymous', 401, 'unauthenticated'],
    ['adult', 409, 'already'],
    ['student', 409, 'already'],
    ['child', 409, 'already'],
    ['school', 409, 'already'],
    ['professional', 409, 'already'],
    ['subscriber', 409, 'already'],
    ['resubmit', 409, 'already'],
    ['suspended', 403, 'suspended'],
  ])('is refused to %s', async (caller, status, code) => {
    expect(await api.as(caller).post('/email_verification')).toMatchObject({ status, body: { code } });
  });

  it('answers 400 the fourth time in ten minutes', async () => {
    await setPerson('unverified', { state: 'email_unverified', email_verified_at: null });
    const answers = [];
    for (let call = 0; call < 4; call += 1) answers.push(await api.as('unverified').post('/email_verification'));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 400]);
    expect(answers[3]?.body).toEqual({
      code: 'resend_too_often',
      error: '送信回数が上限に達しました。しばらくしてからもう一度お試しください。',
    });
    expect(
      (await later(10 * millisecondsInMinute + 1000, () => api.as('unverified').post('/email_verification'))).status,
    ).toBe(200);
  });
});

describe('an unavailable mail server', () => {
  it('reports a delay in the answers, the same for every address, until it is back', async () => {
    await setPerson('unverified', { state: 'email_unverified', email_verified_at: null });
    await api.db.deleteFrom('mails').execute();
    const isDelayed = async (email: string) => (await askForReset(email)).body as unknown;
    expect(await isDelayed(emailOf('adult'))).toEqual({ ok: true, isDelayed: false });
    api.mail.isDown = true;
    await api.mail.deliver();
    expect([await isDelayed(emailOf('adult')), await isDelayed('nobody@example.test')]).toEqual([
      { ok: true, isDelayed: true },
      { ok: true, isDelayed: true },
    ]);
    expect((await api.as('unverified').post('/email_verification')).body).toEqual({ ok: true, isDelayed: true });
    expect((await api.as('unverified').get('/me')).body).toMatchObject({ isMailDelayed: true });
    api.mail.isDown = false;
    await later(millisecondsInHour, () => api.mail.deliver());
    expect(await isDelayed(emailOf('adult'))).toEqual({ ok: true, isDelayed: false });
    expect((await api.as('unverified').get('/me')).body).toMatchObject({ isMailDelayed: false });
  });

  it('blocks no call; the mail is sent once when it is back', async () => {
    await setPerson('unverified', { state: 'email_unverified', email_verified_at: null });
    await api.db.deleteFrom('mails').execute();
    api.mail.isDown = true;
    expect((await api.as('unverified').post('/email_verification')).status).toBe(200);
    for (const minutes of [0, 1, 3])
      expect(await later(minutes * millisecondsInMinute, () => api.mail.deliver())).toEqual([]);
    api.mail.isDown = false;
    expect(await later(10 * millisecondsInMinute, () => api.mail.deliver())).toHaveLength(1);
    expect(await later(millisecondsInHour, () => api.mail.deliver())).toHaveLength(1);
  });

  it('stores no link in plain text while waiting, and nothing of the mail afterwards', async () => {
    await askForReset(emailOf('adult'));
    const waiting = await api.db.selectFrom('mails').selectAll().where('sent_at', 'is', null).execute();
    expect(JSON.stringify(waiting)).not.toContain('example.test');
    const [mail] = await api.mail.deliver();
    const everything = JSON.stringify([
      await api.db.selectFrom('mails').selectAll().execute(),
      await api.db.selectFrom('account_links').selectAll().execute(),
    ]);
    expect(everything).not.toContain(tokenIn(mail));
    expect(await api.db.selectFrom('mails').select('content').where('content', 'is not', null).execute()).toEqual([]);
  });
});
