import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { testSchool } from '../../../testing/test-people';
import { type LyingPage, startLyingPage } from './testing/lying-page';
import { startSchoolPage, type TestSchoolPage } from './testing/school-page';

const CLIENT = { clientId: 'manabiba', clientSecret: 'a secret of the test' };
let api: TestApp;
let page: TestSchoolPage;
let lying: LyingPage;
beforeAll(async () => {
  api = await startTestApp();
  page = await startSchoolPage({ ...CLIENT, redirectUri: `${api.env.publicUrl}/signin` });
  lying = await startLyingPage(CLIENT.clientId);
});
afterAll(async () => {
  page.close();
  await lying.close();
  await api.close();
});
beforeEach(async () => {
  lying.lie = {};
  lying.outage = {};
  expect((await setPage({ issuer: page.issuer, claim: 'student_code' })).status).toBe(204);
});

const staff = () => api.as('staff');
const visitor = () => api.as('unauthenticated');
const setPage = (changes: object) =>
  staff().put(`/staff/schools/${testSchool.id}/sign_in_page`, { page: { ...CLIENT, claim: 'sub', ...changes } });
const start = (schoolCode = testSchool.code) => visitor().post('/school_sign_ins', { schoolCode });
interface Answer {
  state: string;
  browserKey: string;
  code?: string;
  error?: string;
  iss?: string;
}
const finish = (answer: Answer) => visitor().post('/school_sign_ins/answer', answer);
const signIn = (ssoToken: string) => visitor().post('/auth/signin/partner-school', { ssoToken });

/** Goes to the page of the school as a pupil and comes back with its answer. */
async function comeBack(pupil: string | null = `pupil ${testSchool.studentCode}`): Promise<Answer> {
  const { body } = await start();
  const { searchParams } = await page.visit(body.url, pupil);
  return { ...(Object.fromEntries(searchParams) as { state: string }), browserKey: body.browserKey };
}
/** Does the same with the page that signs what a test wants. */
async function comeBackFromLying(lie: LyingPage['lie'] = {}): Promise<Answer> {
  expect((await setPage({ issuer: lying.issuer })).status).toBe(204);
  const { body } = await start();
  const asked = new URL(body.url).searchParams;
  lying.nonce = asked.get('nonce') ?? '';
  lying.lie = lie;
  return { state: asked.get('state') ?? '', code: 'x', browserKey: body.browserKey };
}

it('signs a pupil in who was on the page of the school', async () => {
  const done = await finish(await comeBack());
  expect(done.status).toBe(200);
  const { status, body } = await signIn(done.body.ssoToken);
  expect([status, body.user.id]).toEqual([200, api.people.school]);
  expect((await api.withToken(body.token).get('/me/notifications')).status).toBe(200);
});

it('reads the student code from the ID token or from the information about the user', async () => {
  const done = await finish(await comeBackFromLying());
  expect((await signIn(done.body.ssoToken)).body.user.id).toBe(api.people.school);
  expect(await finish(await comeBackFromLying({ claims: { sub: '24-001' } }))).toMatchObject({ status: 200 });
});

it('sends the pupil with everything that binds the answer to this sign-in', async () => {
  const { url, browserKey } = (await start()).body as { url: string; browserKey: string };
  const asked = Object.fromEntries(new URL(url).searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    client_id: CLIENT.clientId,
    redirect_uri: `${api.env.publicUrl}/signin`,
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  expect(url).not.toContain(browserKey);
  expect(url).not.toContain(encodeURIComponent(CLIENT.clientSecret));
  expect(new URL((await start()).body.url).searchParams.get('state')).not.toBe(asked['state']);
});

describe('an answer', () => {
  const expired = { status: 410, body: { code: 'link_expired' } };

  it('works once', async () => {
    const answer = await comeBack();
    expect((await finish(answer)).status).toBe(200);
    expect(await finish(answer)).toMatchObject(expired);
  });

  it('works once when it comes twice at the same time', async () => {
    const answer = await comeBack();
    const answers = await Promise.all([finish(answer), finish(answer)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
  });

  it('of another browser is refused', async () => {
    const [own, foreign] = [await comeBack(), await comeBack()];
    expect(await finish({ ...foreign, browserKey: own.browserKey })).toMatchObject(expired);
    expect(await finish({ ...foreign, browserKey: 'x' })).toMatchObject(expired);
    expect((await finish(foreign)).status).toBe(200);
  });

  it('is refused when its state was changed', async () => {
    const answer = await comeBack();
    const [school, until, ...rest] = answer.state.split('.');
    const states = [
      'x',
      [`${school}x`, until, ...rest].join('.'),
      [school, Number(until) + 60_000, ...rest].join('.'),
      answer.state.slice(0, -1),
    ];
    for (const state of states) expect(await finish({ ...answer, state })).toMatchObject(expired);
    expect((await finish(answer)).status).toBe(200);
  });

  it('is refused after ten minutes', async () => {
    const answer = await comeBack();
    api.clock.advance(11 * 60_000);
    expect(await finish(answer)).toMatchObject(expired);
  });

  it('is refused with the code of another sign-in, which has another verifier', async () => {
    const [first, second] = [await comeBack(), await comeBack()];
    expect(await finish({ ...first, code: second.code ?? '' })).toMatchObject(expired);
  });

  it('is refused when another issuer is named', async () => {
    const answer = await comeBack();
    expect(await finish({ ...answer, iss: 'https://other.example' })).toMatchObject({ status: 401 });
  });

  it('is refused once the page of the school was removed', async () => {
    const answer = await comeBack();
    await staff().put(`/staff/schools/${testSchool.id}/sign_in_page`, { page: null });
    expect(await finish(answer)).toMatchObject(expired);
  });
});

describe('a pupil', () => {
  it('who refuses gets that answer', async () => {
    expect(await finish(await comeBack(null))).toMatchObject({
      status: 401,
      body: { error: '学校のページで、ログインが取り消されました。' },
    });
  });

  it.each(['pupil 99-999', 'pupil ', 'pupil \u0000'])(
    'without an account here is told to sign up (%j)',
    async (pupil) => {
      expect(await finish(await comeBack(pupil))).toMatchObject({
        status: 404,
        body: { code: 'not_found', error: expect.stringContaining('新規登録') },
      });
    },
  );

  it('of a stopped school is let in no more', async () => {
    const answer = await comeBack();
    await api.db.updateTable('partner_schools').set({ active: false }).where('id', '=', testSchool.id).execute();
    expect((await start()).status).toBe(404);
    expect((await finish(answer)).status).toBe(410);
    await api.db.updateTable('partner_schools').set({ active: true }).where('id', '=', testSchool.id).execute();
  });
});

describe('an ID token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  it.each<[string, () => LyingPage['lie']]>([
    ['signed with a foreign key', () => ({ foreignKey: true })],
    ['without a signature', () => ({ alg: 'none' })],
    ['that is none', () => ({ token: 'x' })],
    ['of another issuer', () => ({ claims: { iss: 'https://other.example' } })],
    ['for another client', () => ({ claims: { aud: 'other' } })],
    ['of another sign-in', () => ({ claims: { nonce: 'other' } })],
    ['without a nonce', () => ({ claims: { nonce: undefined } })],
    ['without an end', () => ({ claims: { exp: undefined } })],
  ])('%s is refused', async (_what, lie) => {
    expect(await finish(await comeBackFromLying(lie()))).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
  });

  it.each<[string, () => LyingPage['lie']]>([
    ['that has run out', () => ({ claims: { iat: now() - 600, exp: now() - 300 } })],
    ['that is not valid yet', () => ({ claims: { nbf: now() + 300 } })],
  ])('%s is refused with a word about the clock', async (_what, lie) => {
    expect(await finish(await comeBackFromLying(lie()))).toMatchObject({
      status: 503,
      body: { error: expect.stringContaining('時計がずれている') },
    });
  });

  it('may be off by some seconds', async () => {
    expect((await finish(await comeBackFromLying({ claims: { nbf: now() + 20 } }))).status).toBe(200);
  });
});

describe('a sign-in token', () => {
  const tokenOf = async () => (await finish(await comeBack())).body.ssoToken as string;
  const refused = { status: 401, body: { code: 'invalid_credentials' } };

  it('works once', async () => {
    const token = await tokenOf();
    const answers = await Promise.all([signIn(token), signIn(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await signIn(token)).toMatchObject(refused);
  });

  it('is refused after five minutes', async () => {
    const token = await tokenOf();
    api.clock.advance(5 * 60_000 + 1000);
    expect(await signIn(token)).toMatchObject(refused);
    await api.signInAgain();
  });

  it('is refused when it was changed to another user or to a later end, or is a state', async () => {
    const token = await tokenOf();
    const [, until, ...rest] = token.split('.');
    const { state } = await comeBack();
    for (const forged of [
      [api.people.staff, until, ...rest].join('.'),
      [api.people.school, Number(until) + 60_000, ...rest].join('.'),
      state,
      'x',
    ])
      expect(await signIn(forged)).toMatchObject(refused);
    expect((await signIn(token)).status).toBe(200);
  });
});

describe('a page that is down', () => {
  const down = { status: 503, body: { error: expect.stringContaining('つながりません') } };

  it('is reported at the start and at the end', async () => {
    const answer = await comeBackFromLying();
    lying.outage = { status: 500 };
    expect(await finish(answer)).toMatchObject(down);
    await api.db
      .updateTable('partner_schools')
      .set({ sso_issuer: 'http://127.0.0.1:1' })
      .where('id', '=', testSchool.id)
      .execute();
    expect(await start()).toMatchObject(down);
  });

  it('is given up after some seconds', async () => {
    const answer = await comeBackFromLying();
    lying.outage = { hangs: true };
    expect(await finish(answer)).toMatchObject(down);
  }, 20_000);
});

describe('the settings of a page', () => {
  it('never show the secret, which is stored encrypted and kept when none is given', async () => {
    const { clientSecret: _secret, ...withoutSecret } = { ...CLIENT, issuer: page.issuer, claim: 'student_code' };
    const path = `/staff/schools/${testSchool.id}`;
    expect((await staff().put(`${path}/sign_in_page`, { page: withoutSecret })).status).toBe(204);
    const { body } = await staff().get(path);
    expect(body).toMatchObject({ sso: 'oidc', signInPage: withoutSecret, redirectUri: `${api.env.publicUrl}/signin` });
    const log = (await staff().get(`/staff/audit_log?subjectId=${testSchool.id}`)).body;
    const stored = await api.db.selectFrom('partner_schools').select('sso_client_secret').execute();
    expect(log.items[0]).toMatchObject({ action: 'set-sign-in-page' });
    for (const place of [body, log, stored]) expect(JSON.stringify(place)).not.toContain(CLIENT.clientSecret);
    expect((await finish(await comeBack())).status).toBe(200);
  });

  it('do not send the secret of one page to another', async () => {
    const { status, body } = await staff().put(`/staff/schools/${testSchool.id}/sign_in_page`, {
      page: { issuer: lying.issuer, clientId: CLIENT.clientId, claim: 'sub' },
    });
    expect([status, Object.keys(body.fields)]).toEqual([422, ['page.clientSecret']]);
  });

  it.each([
    ['a page that does not answer', () => ({ issuer: 'http://127.0.0.1:1' })],
    ['an address that is not of the web', () => ({ issuer: 'file:///etc/passwd' })],
    ['an address with a password', () => ({ issuer: 'https://a:b@example.com' })],
    ['no address', () => ({ issuer: '' })],
    [
      'a page that names another issuer',
      () => {
        lying.outage = { issuer: 'https://other.example' };
        return { issuer: lying.issuer };
      },
    ],
  ])('are refused for %s', async (_what, changes) => {
    const { status, body } = await setPage(changes());
    expect([status, Object.keys(body.fields)]).toEqual([422, ['page.issuer']]);
  });

  it('end with the page', async () => {
    const path = `/staff/schools/${testSchool.id}`;
    expect((await staff().put(`${path}/sign_in_page`, { page: null })).status).toBe(204);
    expect((await staff().get(path)).body).toMatchObject({ sso: 'none', signInPage: null });
    expect(await start()).toMatchObject({ status: 404, body: { error: expect.stringContaining('学校コード') } });
  });
});
