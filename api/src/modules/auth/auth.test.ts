import { addDays, addHours, lightFormat, subYears } from 'date-fns';
import { sql } from 'kysely';

import { inJapan } from '../../platform/moments';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName, testPassword, testSchool } from '../../testing/test-people';
import { failuresAnywhere } from './digest';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => api.db.deleteFrom('rate_limits').execute());

let serial = 0;
const newEmail = () => `hanako${(serial += 1)}@example.test`;
const newPerson = (changes: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: testPassword,
  nickname: '花子',
  birthDate: '1990-04-12',
  agreeTerms: true,
  ...changes,
});
/** Returns the birth date of a user who turns `years` today in Japan, or that many days later. */
const bornYearsAgo = (years: number, daysLater = 0): string =>
  lightFormat(subYears(addDays(api.clock.now(), daysLater, inJapan), years), 'yyyy-MM-dd');
const signIn = (email: string, password: string) => api.as('unauthenticated').post('/auth/signin', { email, password });
const wrongPair = {
  status: 401,
  body: { code: 'invalid_credentials', error: 'メールアドレスまたはパスワードが正しくありません。' },
};

describe('signing in by e-mail', () => {
  it.each<[PersonName]>([
    ['adult'],
    ['student'],
    ['child'],
    ['professional'],
    ['staff'],
    ['subscriber'],
    ['unverified'],
    ['resubmit'],
  ])('signs in %s', async (name) => {
    const answer = await signIn(emailOf(name), testPassword);
    expect(answer).toMatchObject({
      status: 200,
      body: { token: expect.any(String), refreshToken: expect.any(String), user: { id: api.people[name] } },
    });
    expect(await api.withToken(answer.body.token).get('/me')).toMatchObject({
      status: 200,
      body: { id: api.people[name] },
    });
  });

  it('accepts the address in any case and with surrounding blanks', async () => {
    expect((await signIn(`  ${emailOf('adult').toUpperCase()} `, testPassword)).status).toBe(200);
  });

  it.each([
    ['a wrong password', emailOf('adult'), 'sakura-no-ki-8'],
    ['an unknown address', 'nobody@example.test', testPassword],
    ['a wrong password of a suspended user', emailOf('suspended'), 'sakura-no-ki-8'],
    ['a wrong password of a pupil with an address', 'pupil@example.test', 'sakura-no-ki-8'],
  ])('gives the same answer for %s', async (_what, email, password) => {
    expect(await signIn(email, password)).toMatchObject(wrongPair);
  });

  it('lets a suspended user sign in with the right password, only to read the reason', async () => {
    await api.db
      .updateTable('users')
      .set({ suspend_reason: '迷惑行為のため。' })
      .where('id', '=', api.people.suspended)
      .execute();
    expect(await signIn(emailOf('suspended'), 'sakura-no-ki-8')).toMatchObject(wrongPair);
    const answer = await signIn(emailOf('suspended'), testPassword);
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { state: 'suspended', suspendReason: '迷惑行為のため。' } },
    });
    expect(await api.withToken(answer.body.token).get('/classrooms')).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    });
  });

  it('lets a withdrawn user sign in, only to restore the account', async () => {
    const answer = await signIn(emailOf('withdrawn'), testPassword);
    expect(answer).toMatchObject({ status: 200, body: { user: { state: 'withdrawn' } } });
    expect(await api.withToken(answer.body.token).get('/me/notifications')).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    });
  });

  it('sends a pupil with an unverified address to the school sign-in after the right password', async () => {
    await api.db
      .updateTable('users')
      .set({ email: 'pupil@example.test', email_verified_at: null })
      .where('id', '=', api.people.school)
      .execute();
    expect(await signIn('pupil@example.test', testPassword)).toMatchObject({
      status: 403,
      body: { code: 'email_account_only' },
    });
  });

  it('accepts a pupil with a verified address', async () => {
    await api.db
      .updateTable('users')
      .set({ email: 'pupil@example.test', email_verified_at: api.clock.now() })
      .where('id', '=', api.people.school)
      .execute();
    expect(await signIn('pupil@example.test', testPassword)).toMatchObject({
      status: 200,
      body: { user: { isPartnerSchoolStudent: true } },
    });
  });

  it('limits guessing after five attempts, concurrent ones included, only for that account and address', async () => {
    const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(emailOf('adult'), 'sakura-no-ki-8')));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = tries.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(7);
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await signIn(emailOf('adult'), testPassword)).status).toBe(429);
    expect((await signIn(emailOf('student'), testPassword)).status).toBe(200);
  });

  it('limits guessing at one account from many addresses, known or not, until its owner resets the password', async () => {
    const { db, clock } = api;
    for (const [name, owner] of [
      ['adult', 'adult'],
      ['nobody-at-all', null],
    ] as const) {
      const email = owner ? emailOf(owner) : `${name}@example.test`;
      await db
        .insertInto('rate_limits')
        .values({ bucket: failuresAnywhere(`email:${email}`), count: 99, resets_at: addHours(clock.now(), 1) })
        .execute();
      expect((await signIn(email, 'sakura-no-ki-8')).status).toBe(401);
      expect((await signIn(email, 'sakura-no-ki-8')).status).toBe(429);
    }
    expect((await signIn(emailOf('adult'), testPassword)).status).toBe(429);
    await api.as('unauthenticated').post('/auth/reset-password-link', { email: emailOf('adult') });
    const token = /token=([\w-]+)/.exec((await api.mail.deliver()).at(-1)?.text ?? '')?.[1];
    expect(
      (await api.as('unauthenticated').post('/auth/reset-password', { token, password: testPassword })).status,
    ).toBe(200);
    expect((await signIn(emailOf('adult'), testPassword)).status).toBe(200);
    await db.updateTable('sessions').set({ revoked_at: null }).execute();
  });

  it('allows sign-in again after the wait, and clears attempts after the right password', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn(emailOf('otherAdult'), 'sakura-no-ki-8');
    expect((await signIn(emailOf('otherAdult'), testPassword)).status).toBe(429);
    api.clock.advance(5 * 60_000 + 1000);
    expect((await signIn(emailOf('otherAdult'), testPassword)).status).toBe(200);
    for (let attempt = 0; attempt < 4; attempt += 1) await signIn(emailOf('otherAdult'), 'sakura-no-ki-8');
    expect((await signIn(emailOf('otherAdult'), testPassword)).status).toBe(200);
  });

  it('stores no address or name in its counters', async () => {
    await signIn(emailOf('adult'), 'sakura-no-ki-8');
    const rows = await api.db.selectFrom('rate_limits').select('bucket').execute();
    expect(rows.some(({ bucket }) => bucket.includes('example.test'))).toBe(false);
  });

  it('works while another user is signed in, and ends that session', async () => {
    const first = (await signIn(emailOf('adult'), testPassword)).body;
    const second = await api
      .withToken(first.token)
      .post('/auth/signin', { email: emailOf('student'), password: testPassword });
    expect(second.status).toBe(200);
    expect((await api.withToken(first.token).get('/me')).status).toBe(401);
  });

  it('works with an invalid token', async () => {
    const answer = await api
      .withToken('a.b.c')
      .post('/auth/signin', { email: emailOf('adult'), password: testPassword });
    expect(answer.status).toBe(200);
  });
});

describe('signing in at a partner school', () => {
  const at = (changes: Record<string, unknown> = {}) =>
    api
      .as('unauthenticated')
      .post('/auth/signin/partner-school', {
        schoolCode: testSchool.code,
        studentCode: testSchool.studentCode,
        password: testPassword,
        ...changes,
      });

  it('signs in a pupil', async () => {
    expect(await at()).toMatchObject({
      status: 200,
      body: { user: { id: api.people.school, isPartnerSchoolStudent: true, partnerSchoolId: testSchool.id } },
    });
  });

  it.each([
    ['a wrong password', { password: 'sakura-no-ki-8' }],
    ['an unknown school', { schoolCode: 'UME' }],
    ['an unknown pupil', { studentCode: '24-002' }],
    ['the address of a user who is not a pupil', { studentCode: emailOf('adult') }],
  ])('gives the same answer for %s', async (_what, changes) => {
    expect(await at(changes)).toMatchObject(wrongPair);
  });

  it('refuses a token that is not one of a page of a school', async () => {
    expect(await api.as('unauthenticated').post('/auth/signin/partner-school', { ssoToken: 'x' })).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });

  it('rejects pupils of a school that has left', async () => {
    await api.db.updateTable('partner_schools').set({ active: false }).execute();
    expect((await at()).status).toBe(401);
    await api.db.updateTable('partner_schools').set({ active: true }).execute();
  });

  it('limits guessing', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) await at({ password: 'sakura-no-ki-8' });
    expect((await at()).status).toBe(429);
  });
});

describe('signing up', () => {
  it('creates an unverified account and signs in', async () => {
    const person = newPerson();
    const answer = await api.as('unauthenticated').post('/auth/signup', person);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        user: {
          role: 'user',
          state: 'email_unverified',
          email: person.email,
          nickname: '花子',
          isStudentAge: false,
          canCommunicateAge: true,
          guardianConsentNeeded: false,
          unreadNotificationCount: 0,
          fromFirebase: { emailVerified: false },
        },
      },
    });
    expect((await api.withToken(answer.body.token).get('/me')).body).toEqual(answer.body.user);
    expect((await signIn(person.email, testPassword)).status).toBe(200);
  });

  it('stores an argon2id hash, never the password', async () => {
    const person = newPerson();
    await api.as('unauthenticated').post('/auth/signup', person);
    const row = await api.db
      .selectFrom('users')
      .select('password_hash')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
  });

  it.each([
    ['15', 16, 1, 422],
    ['16 as of today', 16, 0, 201],
  ])('requires a guardian for a user who is %s', async (_age, years, daysLater, status) => {
    const answer = await api
      .as('unauthenticated')
      .post('/auth/signup', newPerson({ birthDate: bornYearsAgo(years, daysLater) }));
    expect(answer.status).toBe(status);
    if (status === 422) {
      expect(answer.body).toEqual({
        code: 'guardian_required',
        error: '保護者の方のメールアドレスを入力してください。',
        fields: { guardianEmail: '保護者の方のメールアドレスを入力してください。' },
      });
    }
  });

  it('accepts a user of 12 with a guardian and requests consent', async () => {
    const answer = await api
      .as('unauthenticated')
      .post('/auth/signup', newPerson({ birthDate: bornYearsAgo(13, 1), guardianEmail: 'haha@example.test' }));
    expect(answer).toMatchObject({
      status: 201,
      body: { user: { canCommunicateAge: false, guardianConsentNeeded: true, isStudentAge: true } },
    });
  });

  it('rejects the user as their own guardian', async () => {
    const email = newEmail();
    const answer = await api
      .as('unauthenticated')
      .post('/auth/signup', newPerson({ email, guardianEmail: email, birthDate: bornYearsAgo(14) }));
    expect(answer).toMatchObject({ status: 422, body: { code: 'guardian_required' } });
  });

  it('reports a taken address only as unusable', async () => {
    const answer = await api
      .as('unauthenticated')
      .post('/auth/signup', newPerson({ email: emailOf('adult').toUpperCase() }));
    expect(answer).toMatchObject({
      status: 422,
      body: {
        code: 'invalid',
        error: 'このメールアドレスは使えません。',
        fields: { email: 'このメールアドレスは使えません。' },
      },
    });
  });

  it('gives an address to only one of several concurrent sign-ups', async () => {
    const person = newPerson();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.as('unauthenticated').post('/auth/signup', person)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  });

  it.each([
    ['email', { email: 'hanako' }, 'メールアドレスの形式で入力してください。'],
    ['password', { password: '7777777' }, 'パスワードは8文字以上で入力してください。'],
    ['password', { password: 'sakura\u0000sakura' }, '使えない文字が含まれています。'],
    ['nickname', { nickname: '  ' }, 'ニックネームを入力してください。'],
    ['nickname', { nickname: 'あ'.repeat(21) }, 'ニックネームは20文字以内で入力してください。'],
    ['nickname', { nickname: 'a\u0000b' }, '使えない文字が含まれています。'],
    ['birthDate', { birthDate: '2001-02-29' }, '正しい生年月日を入力してください。'],
    ['birthDate', { birthDate: '2999-01-01' }, '正しい生年月日を入力してください。'],
    ['agreeTerms', { agreeTerms: false }, '利用規約とプライバシーポリシーへの同意が必要です。'],
    ['role', { role: 'staff' }, 'この項目は受け付けていません。'],
  ])('rejects a wrong %s with its message', async (field, changes, sentence) => {
    const answer = await api.as('unauthenticated').post('/auth/signup', newPerson(changes));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid', error: sentence, fields: { [field]: sentence } },
    });
  });

  it('lists every missing field', async () => {
    const answer = await api.as('unauthenticated').post('/auth/signup', {});
    expect(answer.body).toMatchObject({ code: 'invalid', error: '入力内容をご確認ください。' });
    expect(Object.keys(answer.body.fields).sort()).toEqual([
      'agreeTerms',
      'birthDate',
      'email',
      'nickname',
      'password',
    ]);
  });

  it.each<[PersonName, number, string]>([
    ['adult', 409, 'already'],
    ['student', 409, 'already'],
    ['child', 409, 'already'],
    ['school', 409, 'already'],
    ['professional', 409, 'already'],
    ['staff', 409, 'already'],
    ['subscriber', 409, 'already'],
    ['resubmit', 409, 'already'],
    ['suspended', 403, 'suspended'],
  ])('is refused to %s, who is signed in', async (name, status, code) => {
    expect(await api.as(name).post('/auth/signup', newPerson())).toMatchObject({ status, body: { code } });
  });

  it('turns an anonymous viewer into the user', async () => {
    const visitor = (await api.as('unauthenticated').post('/user/signin/anonymous', {})).body;
    const answer = await api.withToken(visitor.token).post('/auth/signup', newPerson());
    expect(answer.status).toBe(201);
    const row = await api.db
      .selectFrom('anonymous_visitors')
      .select('became_user_id')
      .where('id', '=', visitor.user.id)
      .executeTakeFirstOrThrow();
    expect(row.became_user_id).toBe(answer.body.user.id);
    expect((await api.withToken(visitor.token).get('/me')).status).toBe(401);
  });
});

describe('anonymous viewers', () => {
  it.each([['unauthenticated'], ['anonymous']] as const)('get a session as %s', async (caller) => {
    const answer = await api.as(caller).post('/user/signin/anonymous', {});
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { role: 'anonymous', id: expect.stringMatching(/^anon_/) } },
    });
    expect((await api.withToken(answer.body.token).get('/me')).body).toEqual(answer.body.user);
  });

  it('keep their id when they sign in again', async () => {
    const first = (await api.as('unauthenticated').post('/user/signin/anonymous', {})).body;
    const second = (await api.withToken(first.token).post('/user/signin/anonymous')).body;
    expect(second.user.id).toBe(first.user.id);
  });

  it.each<[PersonName]>([
    ['adult'],
    ['student'],
    ['child'],
    ['school'],
    ['professional'],
    ['subscriber'],
    ['resubmit'],
  ])('cannot be created from a session of %s', async (name) => {
    expect(await api.as(name).post('/user/signin/anonymous', {})).toMatchObject({
      status: 409,
      body: { code: 'already' },
    });
  });
});

describe('rate limits by address', () => {
  it.each([
    [
      'sign-ins',
      { RATE_LIMIT_SIGN_INS_PER_MINUTE: '2' },
      '/auth/signin',
      () => ({ email: newEmail(), password: testPassword }),
    ],
    [
      'school sign-ins',
      { RATE_LIMIT_SIGN_INS_PER_MINUTE: '2' },
      '/auth/signin/partner-school',
      () => ({ ssoToken: 'x' }),
    ],
    ['sign-ups', { RATE_LIMIT_SIGN_UPS_PER_HOUR: '2' }, '/auth/signup', () => newPerson()],
    ['visitors', { RATE_LIMIT_ANONYMOUS_PER_HOUR: '2' }, '/user/signin/anonymous', () => ({})],
  ])('apply to %s', async (_what, env, path, body) => {
    const limited = await startTestApp({ env });
    try {
      const statuses: number[] = [];
      for (let call = 0; call < 3; call += 1)
        statuses.push((await limited.as('unauthenticated').post(path, body())).status);
      expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
    } finally {
      await limited.close();
    }
  });
});

it('closes only sign-up when the service is read-only', async () => {
  const closed = await startTestApp({ env: { CLOSURE_MODE: 'readonly' } });
  try {
    expect(await closed.as('unauthenticated').post('/auth/signup', newPerson())).toMatchObject({
      status: 403,
      body: { code: 'service_closed' },
    });
    expect(
      (await closed.as('unauthenticated').post('/auth/signin', { email: emailOf('adult'), password: testPassword }))
        .status,
    ).toBe(200);
  } finally {
    await closed.close();
  }
});

it('stores no password or token in plain text', async () => {
  const person = newPerson({ password: 'himitsu-no-aikotoba' });
  const { body } = await api.as('unauthenticated').post('/auth/signup', person, { 'idempotency-key': 'clear-text' });
  const { rows } = await sql<{ content: string }>`
    select string_agg(content, ' ') as content from (
      select u::text as content from users u union all select s::text from sessions s union all
      select r::text from refresh_tokens r union all select i::text from idempotency_keys i) everything`.execute(
    api.db,
  );
  for (const secret of [person.password, body.token, body.refreshToken]) expect(rows[0]?.content).not.toContain(secret);
});
