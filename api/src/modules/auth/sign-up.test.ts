import { generateKeyPair, SignJWT } from 'jose';

import { EMBEDDED_PROJECT } from '../../platform/security/embedded-issuer';
import { issuerOf } from '../../platform/security/identity-provider';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName, testPassword, testSchool } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.mail.deliver();
  api.mail.sent.length = 0;
  // Signing in and upgrading end the calling session.
  await api.db.updateTable('sessions').set({ revoked_at: null }).execute();
});

let serial = 0;
const newEmail = () => `new${(serial += 1)}@example.test`;
const idTokenFor = async (email: string) =>
  (
    await api.app.inject({ method: 'POST', url: '/v1/embedded_identity/tokens', payload: { email, name: '花子' } })
  ).json<{ idToken: string }>().idToken;
const person = (changes: object = {}) => ({ nickname: '花子', birthDate: '1990-04-12', agreeTerms: true, ...changes });
const organisation = {
  orgName: '星の教室',
  orgUrl: 'https://stars.example.test',
  invoiceRegistrationNo: 'T1234567890123',
};
const identityOf = (name: PersonName) =>
  api.db
    .selectFrom('users')
    .select(['role', 'provider_subject'])
    .where('id', '=', api.people[name])
    .executeTakeFirstOrThrow();
const reborn = (name: PersonName) =>
  api.db
    .updateTable('users')
    .set({ role: 'user', state: 'active', provider_subject: null })
    .where('id', '=', api.people[name])
    .execute();

describe('mails of signing up', () => {
  it('ask to verify the address', async () => {
    const email = newEmail();
    await api.as('unauthenticated').post('/auth/signup', person({ email, password: testPassword }));
    expect(await api.mail.deliver()).toMatchObject([{ to: email, subject: '【まなびば】メールアドレスの確認' }]);
  });

  it('also ask the guardian of a user of 15 or under', async () => {
    await api
      .as('unauthenticated')
      .post(
        '/auth/signup',
        person({
          email: newEmail(),
          password: testPassword,
          birthDate: '2014-05-01',
          guardianEmail: 'haha@example.test',
        }),
      );
    expect((await api.mail.deliver()).map(({ to, subject }) => [to, subject])).toContainEqual([
      'haha@example.test',
      '【まなびば】保護者の方の同意のお願い',
    ]);
  });

  it('are not sent for a taken address', async () => {
    await api.as('unauthenticated').post('/auth/signup', person({ email: emailOf('adult'), password: testPassword }));
    expect(await api.mail.deliver()).toEqual([]);
  });
});

describe('signing up as a professional', () => {
  const signUp = (caller: Caller, changes: object = {}) =>
    api.as(caller).post('/auth/signup/professional', { ...organisation, agreeTerms: true, ...changes });

  it('creates a professional whose documents are under review', async () => {
    const answer = await signUp('unauthenticated', person({ email: newEmail(), password: testPassword }));
    expect(answer).toMatchObject({
      status: 201,
      body: {
        token: expect.any(String),
        user: { role: 'professional', isProfessional: true, state: 'documents_required' },
      },
    });
    const row = await api.db
      .selectFrom('professionals')
      .selectAll()
      .where('user_id', '=', answer.body.user.id)
      .executeTakeFirst();
    expect(row).toMatchObject({
      org_name: '星の教室',
      org_url: 'https://stars.example.test',
      invoice_registration_no: 'T1234567890123',
      verified_at: null,
    });
    expect(await api.mail.deliver()).toHaveLength(1);
  });

  it.each<[Caller]>([['adult'], ['otherAdult']])('upgrades %s without a password, on a new session', async (caller) => {
    const answer = await signUp(caller);
    expect(answer).toMatchObject({
      status: 201,
      body: { user: { id: api.people[caller as PersonName], role: 'professional', state: 'documents_required' } },
    });
    expect((await api.as(caller).get('/me')).status).toBe(401);
    expect(
      (await api.withToken(answer.body.token).post('/auth/signup/professional', { ...organisation, agreeTerms: true }))
        .status,
    ).toBe(409);
    await reborn(caller as PersonName);
    await api.db
      .deleteFrom('professionals')
      .where('user_id', '=', api.people[caller as PersonName])
      .execute();
  });

  it.each<[Caller, number, string]>([
    ['student', 403, 'age_restricted'],
    ['child', 403, 'age_restricted'],
    ['school', 403, 'age_restricted'],
    ['professional', 409, 'already'],
    ['resubmit', 403, 'age_restricted'],
    ['suspended', 403, 'suspended'],
  ])('is refused to %s', async (caller, status, code) => {
    expect(await signUp(caller)).toMatchObject({ status, body: { code } });
  });

  it('rejects users of student age, and lists the missing fields of new users', async () => {
    expect(
      await signUp('anonymous', person({ email: newEmail(), password: testPassword, birthDate: '2008-01-01' })),
    ).toMatchObject({ status: 422, body: { code: 'age_restricted', fields: { birthDate: expect.any(String) } } });
    expect(Object.keys((await signUp('unauthenticated')).body.fields).sort()).toEqual([
      'birthDate',
      'email',
      'nickname',
      'password',
    ]);
  });

  it.each([
    ['orgName', { orgName: ' ' }],
    ['orgUrl', { orgUrl: 'javascript:alert(1)' }],
    ['invoiceRegistrationNo', { invoiceRegistrationNo: 'T123' }],
  ])('rejects a wrong %s', async (field, changes) => {
    const answer = await signUp('unauthenticated', {
      ...person({ email: newEmail(), password: testPassword }),
      ...changes,
    });
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } });
  });
});

describe('signing up at a partner school', () => {
  const invite = async () => {
    const code = `code-${(serial += 1)}`;
    await api.db.insertInto('school_invites').values({ partner_school_id: testSchool.id, code }).execute();
    return code;
  };
  const signUp = (changes: object, caller: Caller = 'unauthenticated') =>
    api
      .as(caller)
      .post('/auth/signup/partner-school', {
        schoolCode: testSchool.code,
        inviteCode: 'x',
        studentCode: `24-9${(serial += 1)}`,
        password: testPassword,
        nickname: '生徒',
        birthDate: '2010-06-01',
        ...changes,
      });

  it('creates an active pupil who signs in at the school', async () => {
    const answer = await signUp({ inviteCode: await invite(), studentCode: '24-777' });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        user: {
          state: 'active',
          isPartnerSchoolStudent: true,
          partnerSchoolId: testSchool.id,
          email: null,
          guardianConsentNeeded: false,
        },
      },
    });
    const signedIn = await api
      .as('unauthenticated')
      .post('/auth/signin/partner-school', {
        schoolCode: testSchool.code,
        studentCode: '24-777',
        password: testPassword,
      });
    expect(signedIn.body.user.id).toBe(answer.body.user.id);
  });

  it('accepts a code once, even with concurrent calls', async () => {
    const inviteCode = await invite();
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ inviteCode })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410]);
    expect(await signUp({ inviteCode })).toMatchObject({
      status: 410,
      body: { code: 'code_used', error: 'このコードはすでに使われています。' },
    });
  });

  it('leaves the code usable when the student code is taken', async () => {
    const inviteCode = await invite();
    expect(await signUp({ inviteCode, studentCode: testSchool.studentCode })).toMatchObject({
      status: 422,
      body: { fields: { studentCode: expect.any(String) } },
    });
    expect((await signUp({ inviteCode })).status).toBe(201);
  });

  it.each([
    ['another code', {}],
    ['another school', { schoolCode: 'UME' }],
  ])('rejects %s', async (_what, changes) => {
    expect(await signUp(changes)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { inviteCode: expect.any(String) } },
    });
  });

  it.each<[Caller]>([['adult'], ['student'], ['child'], ['school'], ['professional'], ['subscriber']])(
    'is refused to %s',
    async (caller) => {
      expect(await signUp({ inviteCode: await invite() }, caller)).toMatchObject({
        status: 409,
        body: { code: 'already' },
      });
    },
  );
});

describe('school codes', () => {
  const check = (body: object, caller: Caller = 'unauthenticated') => api.as(caller).post('/school_codes', body);
  const invite = async (code: string) => {
    await api.db.insertInto('school_invites').values({ partner_school_id: testSchool.id, code }).execute();
    return code;
  };

  it.each([
    ['as they are', 'CHK-1', testSchool.code, 'CHK-1'],
    ['in lower case', 'CHK-2', 'sakura', 'chk-2'],
    ['in full-width letters with a minus sign', 'CHK-3', 'ｓａｋｕｒａ', 'ｃｈｋ−３'],
    ['with spaces and a long vowel mark', 'CHK-4', ' SAKURA　', 'chkー4'],
    ['while the school stores them in lower case', 'chk-5', 'Sakura', 'CHK-5'],
  ])('return the school when they are typed %s', async (_how, kept, schoolCode, inviteCode) => {
    await invite(kept);
    expect(await check({ schoolCode, inviteCode })).toMatchObject({
      status: 200,
      body: { schoolName: testSchool.name },
    });
  });

  it('do not reveal which one is wrong, and report a used one', async () => {
    await invite('CHK-6');
    const wrong = [
      await check({ schoolCode: 'NONE', inviteCode: 'CHK-6' }),
      await check({ schoolCode: testSchool.code, inviteCode: 'NONE' }),
    ];
    expect(wrong[0]).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { inviteCode: '学校コードと登録コードをご確認ください。' } },
    });
    expect(wrong[1]?.body).toEqual(wrong[0]?.body);
    await api.db.updateTable('school_invites').set({ used_at: new Date() }).where('code', '=', 'CHK-6').execute();
    expect(await check({ schoolCode: testSchool.code, inviteCode: 'CHK-6' })).toMatchObject({
      status: 410,
      body: { code: 'code_used' },
    });
  });

  it('share the rate limit of signing up', async () => {
    const limited = await startTestApp({ env: { RATE_LIMIT_SIGN_UPS_PER_HOUR: '2' } });
    const statuses = [];
    for (let call = 0; call < 3; call += 1)
      statuses.push(
        (await limited.as('unauthenticated').post('/school_codes', { schoolCode: 'X', inviteCode: 'X' })).status,
      );
    await limited.close();
    expect(statuses).toEqual([422, 422, 429]);
  });

  it('work for sign-up and sign-in however they are typed', async () => {
    await invite('CHK-7');
    expect(
      (
        await api
          .as('unauthenticated')
          .post('/auth/signup/partner-school', {
            schoolCode: 'sakura',
            inviteCode: 'ｃｈｋ-7',
            studentCode: 'ａ−12',
            password: testPassword,
            nickname: '生徒',
            birthDate: '2010-06-01',
          })
      ).status,
    ).toBe(201);
    expect(
      (
        await api
          .as('unauthenticated')
          .post('/auth/signin/partner-school', {
            schoolCode: 'Ｓａｋｕｒａ',
            studentCode: 'A-12',
            password: testPassword,
          })
      ).status,
    ).toBe(200);
  });
});

describe('an identity provider', () => {
  const signIn = (idToken: string, caller: Caller = 'unauthenticated') =>
    api.as(caller).post('/user/signin', { idToken });
  const signUp = (idToken: string, changes: object = {}, caller: Caller = 'unauthenticated') =>
    api.as(caller).post('/user/signup', { idToken, ...person(changes) });

  it.each([
    ['1990-04-12', 'active'],
    ['2008-04-12', 'documents_required'],
  ])('signs up a user born %s with a verified address and without a mail, then signs in', async (birthDate, state) => {
    const email = newEmail();
    const idToken = await idTokenFor(email);
    expect(await signIn(idToken)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const answer = await signUp(idToken, { birthDate });
    expect(answer).toMatchObject({
      status: 201,
      body: { user: { email, state, fromFirebase: { emailVerified: true } } },
    });
    expect(await api.mail.deliver()).toEqual([]);
    expect(await signIn(await idTokenFor(email))).toMatchObject({
      status: 200,
      body: { user: { id: answer.body.user.id } },
    });
    expect(await signUp(idToken)).toMatchObject({ status: 409, body: { code: 'already' } });
    expect(await api.as('unauthenticated').post('/auth/signin', { email, password: testPassword })).toMatchObject({
      status: 401,
    });
  });

  it('still requests guardian consent', async () => {
    expect(await signUp(await idTokenFor(newEmail()), { birthDate: '2014-01-01' })).toMatchObject({
      status: 422,
      body: { code: 'guardian_required' },
    });
  });

  it.each<[PersonName]>([['adult'], ['student'], ['child'], ['professional'], ['staff'], ['subscriber'], ['resubmit']])(
    'links with %s who has verified the same address',
    async (name) => {
      expect(await signIn(await idTokenFor(emailOf(name)))).toMatchObject({
        status: 200,
        body: { user: { id: api.people[name] } },
      });
      expect((await api.mail.deliver()).map(({ subject }) => subject)).toEqual([
        '【まなびば】Googleアカウントとの連携のお知らせ',
      ]);
      expect((await signIn(await idTokenFor(emailOf(name)))).status).toBe(200);
      expect(await api.mail.deliver()).toHaveLength(1);
    },
  );

  it('takes an unverified account away from its creator', async () => {
    expect(await signIn(await idTokenFor(emailOf('unverified')))).toMatchObject({
      status: 200,
      body: { user: { id: api.people.unverified, state: 'active' } },
    });
    expect((await api.as('unverified').get('/me')).status).toBe(401);
    expect(
      (await api.as('unauthenticated').post('/auth/signin', { email: emailOf('unverified'), password: testPassword }))
        .status,
    ).toBe(401);
  });

  it('ends the API keys and the links to their data of whoever created it', async () => {
    const unverified = { email_verified_at: null, state: 'email_unverified' as const, provider_subject: null };
    await api.db.updateTable('users').set(unverified).where('id', '=', api.people.unverified).execute();
    await api.signInAgain();
    const { url } = (await api.as('unverified').post('/me/data_export')).body;
    const open = () => api.app.inject({ url });
    expect((await open()).statusCode).toBe(200);
    const key = {
      id: 'key_theirs',
      user_id: api.people.unverified,
      name: 'x',
      prefix: 'mnb_',
      key_hash: 'x',
      scopes: [],
    };
    const now = api.clock.now();
    await api.db
      .insertInto('api_keys')
      .values({ ...key, created_at: now, expires_at: now, last_used_on: null })
      .execute();
    expect((await signIn(await idTokenFor(emailOf('unverified')))).status).toBe(200);
    expect((await open()).statusCode).toBe(410);
    expect(await api.db.selectFrom('api_keys').select('id').execute()).toEqual([]);
  });

  it('lets a suspended user sign in, only to read the reason', async () => {
    const answer = await signIn(await idTokenFor(emailOf('suspended')));
    expect(answer).toMatchObject({ status: 200, body: { user: { state: 'suspended' } } });
    expect(await api.withToken(answer.body.token).patch('/me', { nickname: '別名' })).toMatchObject({
      status: 403,
      body: { code: 'suspended' },
    });
  });

  it('turns an anonymous viewer into the user', async () => {
    const visitor = (await api.as('unauthenticated').post('/user/signin/anonymous', {})).body;
    const answer = await api
      .withToken(visitor.token)
      .post('/user/signup', { idToken: await idTokenFor(newEmail()), ...person() });
    const row = await api.db
      .selectFrom('anonymous_visitors')
      .select('became_user_id')
      .where('id', '=', visitor.user.id)
      .executeTakeFirst();
    expect(row?.became_user_id).toBe(answer.body.user.id);
  });

  it('creates professionals and upgrades adults', async () => {
    const body = async (email: string) => ({ idToken: await idTokenFor(email), ...organisation, agreeTerms: true });
    expect(
      await api.as('unauthenticated').post('/professional/signup', { ...(await body(newEmail())), ...person() }),
    ).toMatchObject({ status: 201, body: { user: { role: 'professional', state: 'documents_required' } } });
    expect(await api.as('otherAdult').post('/professional/signup', await body(emailOf('otherAdult')))).toMatchObject({
      status: 201,
      body: { user: { id: api.people.otherAdult, role: 'professional' } },
    });
    expect(await api.as('student').post('/professional/signup', await body(newEmail()))).toMatchObject({
      status: 403,
      body: { code: 'age_restricted' },
    });
    expect(await api.as('professional').post('/professional/signup', await body(newEmail()))).toMatchObject({
      status: 409,
      body: { code: 'already' },
    });
  });

  it('links no identity of another address to a signed-in user', async () => {
    const given = { idToken: await idTokenFor(newEmail()), ...organisation, agreeTerms: true };
    const before = await identityOf('adult');
    expect(await api.as('adult').post('/professional/signup', given)).toMatchObject({
      status: 422,
      body: { fields: { idToken: expect.any(String) } },
    });
    expect(await identityOf('adult')).toEqual(before);
  });

  const claims = (changes: object = {}) =>
    new SignJWT({ email: 'x@example.test', email_verified: true, auth_time: Math.floor(Date.now() / 1000), ...changes })
      .setProtectedHeader({ alg: 'RS256', kid: 'embedded' })
      .setIssuer(issuerOf(EMBEDDED_PROJECT))
      .setAudience(EMBEDDED_PROJECT)
      .setSubject('somebody')
      .setIssuedAt()
      .setExpirationTime('1h');
  it.each([
    ['signed with another key', async () => claims().sign((await generateKeyPair('RS256')).privateKey)],
    [
      'without a signature',
      async () =>
        `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"sub":"x"}').toString('base64url')}.`,
    ],
    [
      'changed',
      async () =>
        (await idTokenFor('a@example.test')).replace(
          /\.[^.]+\./,
          `.${Buffer.from('{"sub":"x"}').toString('base64url')}.`,
        ),
    ],
    ['that is malformed', async () => 'x'],
    ['issued by this service', async () => api.tokens.adult],
  ])('rejects a token %s', async (_what, make) => {
    expect(await signIn(await make())).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  it('rejects an expired token', async () => {
    const idToken = await idTokenFor(emailOf('adult'));
    api.clock.advance(3_700_000);
    expect((await signIn(idToken)).status).toBe(401);
    api.clock.advance(-3_700_000);
  });

  it('is absent in production without a project', async () => {
    const production = await startTestApp({ env: { NODE_ENV: 'production' } });
    try {
      expect(
        (
          await production.app.inject({
            method: 'POST',
            url: '/v1/embedded_identity/tokens',
            payload: { email: 'a@example.test', name: 'a' },
          })
        ).statusCode,
      ).toBe(404);
      expect(await production.as('unauthenticated').post('/user/signin', { idToken: 'x' })).toMatchObject({
        status: 503,
        body: { code: 'unavailable' },
      });
    } finally {
      await production.close();
    }
  });
});
