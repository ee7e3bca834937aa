import { runStaffCommand } from '../../staff';
import { wordsOfPdf } from '../../testing/pdf/pdf-words';
import { insertCategories } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { testPassword, testSchool } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterAll(() => api.close());

const staff = () => api.as('staff');
const policy = { canCreate: true, canSpeak: true, classmatesOnly: false };
const school = { name: 'みなと高等学校', code: 'minato', sso: 'none', policy };
const create = (changes: object = {}) => staff().post('/staff/schools', { ...school, ...changes });
/** Makes a school of its own for a test, and returns its id and code. */
let made = 0;
async function aSchool(changes: object = {}): Promise<{ id: string; code: string }> {
  made += 1;
  const code = `SCHOOL-${made}`;
  const answer = await create({ code, ...changes });
  expect(answer.status).toBe(201);
  return { id: answer.body.id, code };
}
async function codesOf(id: string, label = '2年1組', count = 3): Promise<string[]> {
  const answer = await staff().post(`/staff/schools/${id}/codes`, { label, count });
  expect(answer.status).toBe(201);
  return answer.body.codes;
}
const signUp = (schoolCode: string, inviteCode: string, studentCode = '2-1-07') =>
  api
    .as('unauthenticated')
    .post('/auth/signup/partner-school', {
      schoolCode,
      inviteCode,
      studentCode,
      password: testPassword,
      nickname: '生徒',
      birthDate: '2010-05-14',
    });
const signIn = (schoolCode: string, password: string, studentCode = '2-1-07') =>
  api.as('unauthenticated').post('/auth/signin/partner-school', { schoolCode, studentCode, password });
const logOf = async (subjectId: string) =>
  (await staff().get(`/staff/audit_log?subjectId=${subjectId}`)).body.items as {
    who: string;
    action: string;
    detail: string;
    before: string | null;
    after: string | null;
  }[];

describe('a new school', () => {
  it('is listed under the code that pupils type, and written into the log', async () => {
    const { body } = await create();
    expect((await staff().get('/staff/schools')).body.items).toContainEqual({
      id: body.id,
      ...school,
      code: 'MINATO',
      active: true,
      pupilCount: 0,
      unusedCodeCount: 0,
    });
    expect(await logOf(body.id)).toMatchObject([
      { who: api.people.staff, action: 'create-school', detail: 'みなと高等学校 (MINATO)' },
    ]);
  });

  it.each([
    ['SAML', { sso: 'saml' }, 'sso'],
    ['no name', { name: ' ' }, 'name'],
    ['no code', { code: '' }, 'code'],
    ['a code with other characters', { code: 'みなと' }, 'code'],
    ['a code that ends with a hyphen', { code: 'A-' }, 'code'],
    ['the code of another school', { code: testSchool.code.toLowerCase() }, 'code'],
    ['the code of another school in full width', { code: '\uff33\uff21\uff2b\uff35\uff32\uff21' }, 'code'],
  ])('is refused with %s', async (_what, changes, field) => {
    expect(await create({ code: 'OTHER', ...changes })).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    });
  });

  it('reports all invalid fields at once', async () => {
    const { body } = await create({ name: '', code: '', sso: 'saml' });
    expect(Object.keys(body.fields).sort()).toEqual(['code', 'name', 'sso']);
  });

  it('exists once when two members of the staff create it at the same time', async () => {
    const answers = await Promise.all([create({ code: 'TWICE' }), create({ code: 'twice' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
  });
});

it('holds signed-in pupils to a changed policy, and keeps the former one in the log', async () => {
  const { id, code } = await aSchool();
  const [invite = ''] = await codesOf(id);
  const { body } = await signUp(code, invite);
  expect(body.user).toMatchObject({ partnerSchoolId: id });
  const createClassroom = () =>
    api
      .withToken(body.token)
      .post('/classrooms', {
        name: '三角関数',
        categoryId: 'cat_math',
        startAt: new Date(Date.now() + 3_600_000).toISOString(),
        allUsers: true,
        audienceMode: false,
        privateMode: false,
      });
  const changed = { name: '谷川中学校', policy: { ...policy, canCreate: false }, active: true };
  expect((await staff().put(`/staff/schools/${id}`, changed)).status).toBe(204);
  expect(await createClassroom()).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect((await staff().get(`/staff/schools/${id}`)).body).toMatchObject(changed);
  expect((await logOf(id))[0]).toMatchObject({
    action: 'update-school',
    before: 'みなと高等学校、有効、作成可、発言可',
    after: '谷川中学校、有効、作成不可、発言可',
  });
});

it('lets nobody in while a school is stopped', async () => {
  const { id, code } = await aSchool();
  const [first = '', second = ''] = await codesOf(id);
  expect((await signUp(code, first)).status).toBe(201);
  await staff().put(`/staff/schools/${id}`, { active: false });
  expect((await staff().get(`/staff/schools/${id}`)).body).toMatchObject({ name: school.name, policy, active: false });
  expect((await signIn(code, testPassword)).status).toBe(401);
  expect((await signUp(code, second, '2-1-08')).status).toBe(422);
  await staff().put(`/staff/schools/${id}`, { name: school.name, policy, active: true });
  expect((await signIn(code, testPassword)).status).toBe(200);
});

describe('codes', () => {
  it('are made under a label, differ, and work once', async () => {
    const { id, code } = await aSchool();
    const codes = await codesOf(id, '2年1組', 5);
    expect(new Set(codes).size).toBe(5);
    for (const each of codes) expect(each).toMatch(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){2}$/);
    const [first = ''] = codes;
    expect((await signUp(code, first.toLowerCase())).status).toBe(201);
    expect((await signUp(code, first, '2-1-08')).status).toBe(410);
    expect((await staff().get(`/staff/schools/${id}`)).body).toMatchObject({
      pupilCount: 1,
      unusedCodeCount: 4,
      codes: [{ label: '2年1組', unused: 4, used: 1, revoked: 0 }],
    });
    const { items } = (await staff().get(`/staff/schools/${id}/codes?label=${encodeURIComponent('2年1組')}`)).body;
    expect(items.at(-1)).toMatchObject({ code: first, state: 'used', usedBy: { nickname: '生徒' } });
  });

  it('are printed while unused, with everything that a pupil needs', async () => {
    const { id, code } = await aSchool();
    const codes = await codesOf(id, '2年1組', 12);
    await signUp(code, codes[0] ?? '');
    const answer = await api.app.inject({
      url: `/v1/staff/schools/${id}/codes/pdf?label=${encodeURIComponent('2年1組')}`,
      headers: { authorization: `Bearer ${api.tokens.staff}` },
    });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' });
    const pages = await wordsOfPdf(answer.rawPayload);
    expect(pages).toHaveLength(2);
    const words = pages.join(' ').replaceAll(/\s/g, '');
    for (const word of [...codes.slice(1), 'みなと高等学校2年1組', `学校コード${code}`]) expect(words).toContain(word);
    expect(words).not.toContain(codes[0]);
    expect((await logOf(id))[0]).toMatchObject({ action: 'print-school-codes', detail: '2年1組 11枚' });
  });

  it.each(['adult', 'school', 'professional', 'unauthenticated'] as const)('are not printed for %s', async (caller) => {
    const { id } = await aSchool();
    await codesOf(id, '');
    expect((await api.as(caller).get(`/staff/schools/${id}/codes/pdf`)).status).toBe(404);
  });

  it('are revoked one by one or all under a label, never those that pupils have used', async () => {
    const { id, code } = await aSchool();
    const [used = '', lost = '', third = ''] = await codesOf(id);
    const [other = ''] = await codesOf(id, '2年2組', 1);
    await signUp(code, used);
    const revoke = (body: object) =>
      staff().post(`/staff/schools/${id}/codes/revocation`, { label: '2年1組', reason: '紛失のため', ...body });
    expect((await revoke({ code: used })).body).toEqual({ count: 0 });
    expect((await revoke({ code: lost })).body).toEqual({ count: 1 });
    expect((await signUp(code, lost, '2-1-08')).status).toBe(422);
    expect((await revoke({})).body).toEqual({ count: 1 });
    expect((await revoke({})).body).toEqual({ count: 0 });
    expect((await signUp(code, third, '2-1-08')).status).toBe(422);
    expect((await signUp(code, other, '2-1-08')).status).toBe(201);
    expect((await signIn(code, testPassword)).status).toBe(200);
    expect((await logOf(id)).map(({ action, detail }) => [action, detail]).slice(0, 2)).toEqual([
      ['revoke-school-codes', '2年1組 1枚: 紛失のため'],
      ['revoke-school-codes', `${lost}: 紛失のため`],
    ]);
    expect((await revoke({ reason: ' ' })).body.fields).toHaveProperty('reason');
  });

  it.each([0, -1, 1.5, 201, '3', null])('are not made in the number %s', async (count) => {
    const { id } = await aSchool();
    expect(await staff().post(`/staff/schools/${id}/codes`, { label: '', count })).toMatchObject({
      status: 422,
      body: { fields: { count: expect.any(String) } },
    });
  });

  it('are limited while nobody uses them', async () => {
    const { id } = await aSchool();
    await api.pool.query(
      `insert into school_invites (partner_school_id, code) select '${id}', 'OLD-' || n from generate_series(1, 4990) n`,
    );
    expect((await staff().post(`/staff/schools/${id}/codes`, { label: '', count: 11 })).status).toBe(422);
    expect((await staff().post(`/staff/schools/${id}/codes`, { label: '', count: 10 })).status).toBe(201);
  });
});

describe('pupils', () => {
  it('are listed by student code, page by page', async () => {
    const { id, code } = await aSchool();
    const codes = await codesOf(id);
    for (const [index, invite] of codes.entries()) await signUp(code, invite, `2-1-0${9 - index}`);
    const first = (await staff().get(`/staff/schools/${id}/pupils?limit=2`)).body;
    expect(first.items).toMatchObject([{ studentCode: '2-1-07', state: 'active' }, { studentCode: '2-1-08' }]);
    const rest = (await staff().get(`/staff/schools/${id}/pupils?limit=2&cursor=${first.nextCursor}`)).body;
    expect(rest).toMatchObject({ items: [{ studentCode: '2-1-09' }], nextCursor: null });
    expect((await staff().get(`/staff/schools/${id}/pupils?cursor=abc`)).status).toBe(422);
  });

  it('get a new password, which the answer alone contains, and are signed out', async () => {
    const { id, code } = await aSchool();
    const [invite = ''] = await codesOf(id);
    const { body } = await signUp(code, invite);
    // Guesses by others do not keep the pupil out with the new password.
    await Promise.all(Array.from({ length: 5 }, () => signIn(code, 'wrong')));
    const answer = await staff().post(`/staff/pupils/${body.user.id}/password`, { reason: '忘れたとの連絡' });
    expect(answer.status).toBe(200);
    expect((await api.withToken(body.token).get('/me/notifications')).status).toBe(401);
    expect((await signIn(code, testPassword)).status).toBe(429);
    api.clock.advance(6 * 60_000);
    expect((await signIn(code, testPassword)).status).toBe(401);
    expect((await signIn(code, answer.body.password)).status).toBe(200);
    const log = await logOf(body.user.id);
    expect(log).toMatchObject([{ action: 'renew-password', detail: '忘れたとの連絡' }]);
    expect(JSON.stringify(log)).not.toContain(answer.body.password);
  });

  it.each(['adult', 'professional', 'staff'] as const)('do not include %s, who keeps the password', async (name) => {
    expect((await staff().post(`/staff/pupils/${api.people[name]}/password`, { reason: 'x' })).status).toBe(404);
  });

  it('who have left keep the password', async () => {
    const { id, code } = await aSchool();
    const [invite = ''] = await codesOf(id);
    const { body } = await signUp(code, invite);
    await api.db
      .updateTable('users')
      .set({ state: 'withdrawn', state_before: 'active', withdrawn_at: api.clock.now() })
      .where('id', '=', body.user.id)
      .execute();
    expect((await staff().post(`/staff/pupils/${body.user.id}/password`, { reason: 'x' })).status).toBe(409);
  });
});

it.each(['', '/codes', '/pupils'])('knows no other school (GET %s)', async (path) => {
  expect((await staff().get(`/staff/schools/sch_none${path}`)).status).toBe(404);
});

it('knows no other school when something is to be changed', async () => {
  const changes = { name: 'x', policy, active: true };
  const codes = '/staff/schools/sch_none/codes';
  expect((await staff().put('/staff/schools/sch_none', changes)).status).toBe(404);
  expect((await staff().post(codes, { label: '', count: 1 })).status).toBe(404);
  expect((await staff().post(`${codes}/revocation`, { label: '', reason: 'x' })).status).toBe(404);
});

describe('the command', () => {
  const command = (...words: string[]) => runStaffCommand(words, { env: api.env, who: 'sato' });

  it('creates a school and codes, written down like those of the screens', async () => {
    expect(await command('school', 'tanikawa', '谷川中学校')).toMatch(/is the school TANIKAWA\.$/);
    const printed = await command('school-codes', 'Tanikawa', '2', '1年A組');
    const [first = '', ...more] = printed.split('\n');
    expect(more).toHaveLength(1);
    expect((await signUp('TANIKAWA', first)).status).toBe(201);
    expect(await command('schools')).toContain('TANIKAWA  谷川中学校  none  active  1 pupils  1 unused codes');
  });

  it.each([
    [['school', 'tanikawa_2', '谷川中学校'], 'code'],
    [['school', testSchool.code, 'さくら'], 'ほかの学校'],
    [['school-codes', testSchool.code, 'many'], 'count'],
    [['school-codes', 'NOWHERE', '2'], 'No school has the code NOWHERE.'],
  ])('refuses %j', async (words, reason) => {
    await expect(command(...words)).rejects.toThrow(reason);
  });
});
