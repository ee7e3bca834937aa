import { subMinutes } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import { deleteExpired } from '../../../composition/housekeeping';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { emailOf, type PersonName, testPassword } from '../../../testing/test-people';
import { SoftAuthenticator } from './testing/soft-authenticator';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const table of ['passkeys', 'passkey_challenges', 'rate_limits', 'mails'] as const)
    await api.db.deleteFrom(table).execute();
  api.mail.sent.length = 0;
});

const begin = (who: PersonName, currentPassword: string | undefined = testPassword) =>
  api.as(who).post('/me/passkeys/challenge', { currentPassword });
type Creation = Parameters<SoftAuthenticator['create']>;

/** Adds a passkey. Returns its authenticator, its id and the answer. */
async function add(
  who: PersonName,
  { key = new SoftAuthenticator(), name = 'わたしの端末', given = {} as Creation[1] } = {},
) {
  const { challengeId, options } = (await begin(who)).body;
  const body = { challengeId, name, attestation: key.create(options, given) };
  const answer = await api.as(who).post('/me/passkeys', body);
  return { key, body, answer, id: answer.body.id as string };
}

type Answer = Parameters<SoftAuthenticator['get']>;
/** Asks for a challenge and has it signed. */
async function sign(key: SoftAuthenticator, given: Answer[1] = {}) {
  const { body } = await api.as('unauthenticated').post('/auth/signin/passkey/challenge');
  return { challengeId: body.challengeId as string, assertion: key.get(body.options, given) };
}
const send = (body: unknown) => api.as('unauthenticated').post('/auth/signin/passkey', body);
const signIn = async (key: SoftAuthenticator, given: Answer[1] = {}) => send(await sign(key, given));
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];

const refused = {
  status: 401,
  body: {
    code: 'invalid_credentials',
    error: 'このパスキーではログインできませんでした。もう一度試すか、別の方法でログインしてください。',
  },
};
const names = async (who: PersonName) =>
  ((await api.as(who).get('/me/passkeys')).body.items as { name: string }[]).map(({ name }) => name);

describe('signing in with a passkey', () => {
  it('opens a session that says how it was opened, and notes when the passkey was used', async () => {
    const { key } = await add('adult');
    const answer = await signIn(key);
    expect(answer).toMatchObject({ status: 200, body: { user: { id: api.people.adult } } });
    const there = api.withToken(answer.body.token);
    const { items } = (await there.get('/me/sessions')).body;
    expect(items.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toMatchObject({ method: 'passkey' });
    const [passkey] = (await there.get('/me/passkeys')).body.items;
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'わたしの端末',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
    });
  });

  it('gives everybody the same options, which name no account', async () => {
    await add('adult');
    const { body } = await api.as('unauthenticated').post('/auth/signin/passkey/challenge');
    expect(body).toEqual({
      challengeId: expect.any(String),
      options: {
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        timeout: 300_000,
        rpId: 'manabiba.test',
        userVerification: 'required',
      },
    });
  });

  it.each<[string, Answer[1]]>([
    ['the signature of another key', { signer: new SoftAuthenticator() }],
    ['another origin', { origin: 'https://manabiba.test.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody having been checked', { isVerified: false }],
    ['the handle of another user', { userHandle: Buffer.from('usr_student').toString('base64url') }],
    ['an answer of another kind', { type: 'webauthn.create' }],
  ])('refuses %s, and uses the challenge up', async (_what, given) => {
    const { key } = await add('adult');
    const wrong = await sign(key, given);
    expect(await send(wrong)).toMatchObject(refused);
    const { challenge } = JSON.parse(Buffer.from(wrong.assertion.response.clientDataJSON, 'base64url').toString());
    expect(await send({ ...wrong, assertion: key.get({ challenge }) })).toMatchObject(refused);
    expect((await signIn(key)).status).toBe(200);
  });

  it('refuses a credential that nobody has registered, like a wrong one', async () => {
    const stranger = new SoftAuthenticator();
    stranger.create({ challenge: 'AQ', user: { id: Buffer.from(api.people.adult).toString('base64url') } });
    expect(await signIn(stranger)).toMatchObject(refused);
  });

  it('refuses the answer to a challenge a second time, also at once and with another signature', async () => {
    const { key } = await add('adult');
    const body = await sign(key);
    const answers = await Promise.all([send(body), send(body), send(body)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await send(body)).toMatchObject(refused);
  });

  it('refuses a challenge that was answered for another one', async () => {
    const { key } = await add('adult');
    const [one, other] = [await sign(key), await sign(key)];
    expect(await send({ ...other, challengeId: one.challengeId })).toMatchObject(refused);
  });

  it('refuses a challenge for adding a passkey', async () => {
    const { key } = await add('adult');
    const { challengeId, options } = (await begin('adult')).body;
    expect(await send({ challengeId, assertion: key.get(options) })).toMatchObject(refused);
  });

  it('refuses a challenge after five minutes, which is then deleted', async () => {
    const { key } = await add('adult');
    const body = await sign(key);
    api.clock.advance(5 * millisecondsInMinute + 1);
    expect(await send(body)).toMatchObject(refused);
    await deleteExpired(api.db, api.clock.now());
    expect(await api.db.selectFrom('passkey_challenges').selectAll().execute()).toEqual([]);
  });

  it('refuses a counter that did not grow, and goes on with one that does', async () => {
    const { key } = await add('adult');
    expect((await signIn(key, { counter: 7 })).status).toBe(200);
    expect(await signIn(key, { counter: 7 })).toMatchObject(refused);
    expect(await signIn(key, { counter: 3 })).toMatchObject(refused);
    expect((await signIn(key, { counter: 8 })).status).toBe(200);
  });

  it('accepts authenticators that do not count', async () => {
    const { key } = await add('adult');
    for (const _time of [1, 2]) expect((await signIn(key, { counter: 0 })).status).toBe(200);
  });

  it('refuses a passkey that was deleted', async () => {
    const { key, id } = await add('adult');
    const before = await sign(key);
    expect((await api.as('adult').delete(`/me/passkeys/${id}`)).status).toBe(204);
    expect(await send(before)).toMatchObject(refused);
    expect(await signIn(key)).toMatchObject(refused);
  });

  it.each([
    ['suspended', 'suspended'],
    ['withdrawn', 'suspended'],
  ] as const)('lets a user who is %s in, like a password, to calls that refuse them', async (state, code) => {
    const { key } = await add('otherAdult');
    const set = (to: 'active' | typeof state) =>
      api.db.updateTable('users').set({ state: to }).where('id', '=', api.people.otherAdult).execute();
    await set(state);
    const answer = await signIn(key);
    expect(answer).toMatchObject({ status: 200, body: { user: { state } } });
    const there = api.withToken(answer.body.token);
    expect(outcome(await there.get('/me/following'))).toEqual([403, code]);
    expect(outcome(await there.get('/me/passkeys'))).toEqual([403, code]);
    await set('active');
  });

  it('refuses a pupil whose school is not active, unless their address is verified', async () => {
    const { key } = await add('school');
    const { db, people, clock } = api;
    const school = (active: boolean) => db.updateTable('partner_schools').set({ active }).execute();
    await school(false);
    expect(await signIn(key)).toMatchObject(refused);
    const verify = (email: string | null) =>
      db
        .updateTable('users')
        .set({ email, email_verified_at: email && clock.now() })
        .where('id', '=', people.school)
        .execute();
    await verify('pupil@example.test');
    expect((await signIn(key)).status).toBe(200);
    await verify(null);
    await school(true);
  });

  it('is limited by address together with other ways to sign in', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SIGN_INS_PER_MINUTE: '2' } });
    const ask = () => limited.as('unauthenticated').post('/auth/signin/passkey/challenge');
    expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
    expect(outcome(await ask())).toEqual([429, 'rate_limited']);
    await limited.close();
  });
});

it('staff still need their second factor after signing in with a passkey', async () => {
  const strict = await startTestApp({ env: { STAFF_SECOND_FACTOR: 'required' } });
  const key = new SoftAuthenticator();
  const creation = (await strict.as('staff').post('/me/passkeys/challenge', { currentPassword: testPassword })).body;
  const attestation = key.create(creation.options);
  await strict.as('staff').post('/me/passkeys', { challengeId: creation.challengeId, name: '端末', attestation });
  const { challengeId, options } = (await strict.as('unauthenticated').post('/auth/signin/passkey/challenge')).body;
  const answer = await strict
    .as('unauthenticated')
    .post('/auth/signin/passkey', { challengeId, assertion: key.get(options) });
  expect(answer.status).toBe(200);
  expect(outcome(await strict.withToken(answer.body.token).get('/staff/audit_log'))).toEqual([
    403,
    'second_factor_required',
  ]);
  await strict.close();
});

describe('adding a passkey', () => {
  it('asks for one that names its account and checks the person, and mails its user', async () => {
    const { body } = await begin('adult');
    expect(body.options).toMatchObject({
      rp: { id: 'manabiba.test' },
      user: { name: emailOf('adult') },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [],
    });
    const { key, answer } = await add('adult', { name: '<b>鍵</b>' });
    expect(answer).toMatchObject({ status: 201, body: { name: '<b>鍵</b>', lastUsedAt: null } });
    const [mail] = await api.mail.deliver();
    expect(mail).toMatchObject({ to: emailOf('adult'), subject: '【まなびば】パスキーの登録のお知らせ' });
    expect(mail?.text).toContain('パスキー「<b>鍵</b>」が登録され');
    expect(mail?.html).not.toContain('<b>');
    expect((await begin('adult')).body.options.excludeCredentials).toEqual([{ id: key.id, type: 'public-key' }]);
  });

  it('needs the password, and wrong ones are limited', async () => {
    expect(await begin('adult', 'sakura-no-ki-8')).toMatchObject({
      status: 422,
      body: { fields: { currentPassword: '現在のパスワードが正しくありません。' } },
    });
    for (let time = 0; time < 4; time += 1) await begin('adult', 'sakura-no-ki-8');
    expect(outcome(await begin('adult'))).toEqual([429, 'rate_limited']);
  });

  it('needs a sign-in within 15 minutes from an account without a password', async () => {
    const { db, people, clock } = api;
    const { password_hash } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', people.subscriber)
      .executeTakeFirstOrThrow();
    const password = (to: string | null) =>
      db.updateTable('users').set({ password_hash: to }).where('id', '=', people.subscriber).execute();
    await password(null);
    await api.signInAgain();
    const ask = () => api.as('subscriber').post('/me/passkeys/challenge', {});
    expect((await ask()).status).toBe(200);
    const since = subMinutes(clock.now(), 16);
    await db.updateTable('sessions').set({ created_at: since }).where('user_id', '=', people.subscriber).execute();
    expect(await ask()).toMatchObject({ status: 422, body: { error: expect.stringContaining('ログインし直して') } });
    await password(password_hash);
  });

  it('is refused while the address is not verified', async () => {
    expect(outcome(await begin('unverified'))).toEqual([403, 'email_unverified']);
  });

  it.each<[string, Creation[1]]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['nobody having been checked', { isVerified: false }],
    ['an answer of another kind', { type: 'webauthn.get' }],
    ['a certificate of the device', { statement: 'certificate' }],
  ])('refuses %s', async (_what, given) => {
    expect(outcome((await add('adult', { given })).answer)).toEqual([422, 'invalid']);
    expect(await names('adult')).toEqual([]);
  });

  it('accepts a statement that the new key has signed itself', async () => {
    const { answer, key } = await add('adult', { given: { statement: 'self' } });
    expect(answer.status).toBe(201);
    expect((await signIn(key)).status).toBe(200);
  });

  it('refuses a challenge again, after five minutes, of another user and of another session', async () => {
    const { body } = await add('adult');
    const again = (who: PersonName, sent: unknown) => api.as(who).post('/me/passkeys', sent).then(outcome);
    expect(await again('adult', body)).toEqual([422, 'invalid']);
    const fresh = async () => {
      const { challengeId, options } = (await begin('adult')).body;
      return { challengeId, name: '端末', attestation: new SoftAuthenticator().create(options) };
    };
    expect(await again('student', await fresh())).toEqual([422, 'invalid']);
    const ofThisSession = await fresh();
    await api.signInAgain();
    expect(await again('adult', ofThisSession)).toEqual([422, 'invalid']);
    const late = await fresh();
    api.clock.advance(5 * millisecondsInMinute + 1);
    expect(await again('adult', late)).toEqual([422, 'invalid']);
  });

  it('refuses a credential that is registered, also by another user', async () => {
    const { key } = await add('adult');
    for (const who of ['adult', 'student'] as const)
      expect(outcome((await add(who, { key })).answer)).toEqual([409, 'already']);
    expect((await signIn(key)).body.user).toBeUndefined();
  });

  it('stops at ten, also when two are added at once', async () => {
    const rows = Array.from({ length: 9 }, (_item, index) => `psk_${index}`).map((id) => ({
      id,
      user_id: api.people.adult,
      credential_id: id,
      public_key: Buffer.from('no key'),
      counter: 0,
      name: id,
      created_at: api.clock.now(),
    }));
    await api.db.insertInto('passkeys').values(rows).execute();
    const begun = [await begin('adult'), await begin('adult')].map(({ body }) => ({
      challengeId: body.challengeId,
      name: '端末',
      attestation: new SoftAuthenticator().create(body.options),
    }));
    const both = await Promise.all(begun.map((body) => api.as('adult').post('/me/passkeys', body)));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await begin('adult')).toMatchObject({
      status: 409,
      body: { code: 'conflict', error: expect.stringContaining('10個まで') },
    });
  });

  it('is not offered, nor signing in, where the product has an IP address', async () => {
    const local = await startTestApp({ env: { PUBLIC_URL: 'http://127.0.0.1:4000' } });
    for (const answer of [
      await local.as('adult').post('/me/passkeys/challenge', { currentPassword: testPassword }),
      await local.as('unauthenticated').post('/auth/signin/passkey/challenge'),
    ])
      expect(answer).toMatchObject({
        status: 503,
        body: { code: 'unavailable', error: 'この環境では、パスキーをご利用いただけません。' },
      });
    await local.close();
  });
});

describe('the passkeys of an account', () => {
  it('are renamed and deleted by their user alone, who gets a mail', async () => {
    const { id } = await add('adult');
    for (const answer of [
      await api.as('student').patch(`/me/passkeys/${id}`, { name: '盗' }),
      await api.as('student').delete(`/me/passkeys/${id}`),
    ])
      expect(outcome(answer)).toEqual([404, 'not_found']);
    expect(await api.as('adult').patch(`/me/passkeys/${id}`, { name: ' 家の鍵 ' })).toMatchObject({
      status: 200,
      body: { name: '家の鍵' },
    });
    expect(await names('student')).toEqual([]);
    expect((await api.as('adult').delete(`/me/passkeys/${id}`)).status).toBe(204);
    expect(await names('adult')).toEqual([]);
    const mail = (await api.mail.deliver()).at(-1);
    expect(mail).toMatchObject({ to: emailOf('adult'), subject: '【まなびば】パスキーの削除のお知らせ' });
    expect(mail?.text).toContain('パスキー「家の鍵」が削除されました。');
  });

  it('outlive a new password, whose mail names them', async () => {
    const { key } = await add('adult', { name: '会社のPC' });
    await api.as('adult').patch('/me', { password: 'a-new-password', currentPassword: testPassword });
    const mail = (await api.mail.deliver()).at(-1);
    expect(mail?.text).toContain('登録済みのパスキー「会社のPC」では、引き続きログインできます。');
    expect((await signIn(key)).status).toBe(200);
    await api.as('adult').patch('/me', { password: testPassword, currentPassword: 'a-new-password' });
  });

  it('end when the school gives a pupil a new password', async () => {
    const { key } = await add('school');

    const path = `/staff/pupils/${api.people.school}/password`;
    expect((await api.as('staff').post(path, { reason: '忘れたため' })).status).toBe(200);
    expect(await signIn(key)).toMatchObject(refused);
  });

  it('end when the owner of an address that was never verified takes the account over', async () => {
    const { db, people } = api;
    const { key } = await add('otherStudent');
    const email = emailOf('otherStudent');
    await db.updateTable('users').set({ email_verified_at: null }).where('id', '=', people.otherStudent).execute();
    const { idToken } = (await api.as('unauthenticated').post('/embedded_identity/tokens', { email, name: '本人' }))
      .body;
    expect((await api.as('unauthenticated').post('/user/signin', { idToken })).status).toBe(200);
    expect(await signIn(key)).toMatchObject(refused);
  });
});
