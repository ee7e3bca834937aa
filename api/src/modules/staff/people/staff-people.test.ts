import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import type { PersonName } from '../../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());

const staff = () => api.as('staff');
const search = async (q: string) =>
  (await staff().get(`/staff/people?${new URLSearchParams({ q }).toString()}`)).body as {
    items: { userId: string }[];
    hasMore: boolean;
  };
const idsOf = async (q: string) => (await search(q)).items.map(({ userId }) => userId);
const act = (name: PersonName, action: string, reason = '規約に反したためです。') =>
  staff().post(`/staff/people/${api.people[name]}/${action}`, { reason });
const recordOf = (name: PersonName) => staff().get(`/staff/people/${api.people[name]}`);

it('finds users by id, by the beginning of their address and by their nickname, whatever the case', async () => {
  const { id, email, nickname } = await api.db
    .selectFrom('users')
    .select(['id', 'email', 'nickname'])
    .where('id', '=', api.people.adult)
    .executeTakeFirstOrThrow();
  expect(await idsOf(id)).toEqual([id]);
  expect(await idsOf((email ?? '').slice(0, 8).toUpperCase())).toContain(id);
  expect(await idsOf(nickname.slice(0, 2))).toContain(id);
});

it('finds users by any part of their nickname, in whatever kana, width or case it is written', async () => {
  await api.pool.query(
    `insert into users (id, nickname, birth_date, state, email) values ('usr_kana', '渡邉 ハナコＡ', '1990-01-01', 'active', 'kana@example.test')`,
  );
  for (const q of ['渡邉', '渡辺', 'ハナコ', 'はなこ', 'なこa', '渡辺はなこ', 'コ'])
    expect([q, await idsOf(q)]).toEqual([q, ['usr_kana']]);
  expect(await idsOf('はなよ')).toEqual([]);
});

it('finds pupils by the code of their school', async () => {
  await api.db.insertInto('partner_schools').values({ id: 'sch_search', name: 'みなと高校', code: 'MINATO' }).execute();
  await api.pool.query(
    `insert into users (id, nickname, birth_date, state, partner_school_id, student_code) values ('usr_pupil', '生徒', '2010-05-14', 'active', 'sch_search', 'S-0417')`,
  );
  expect((await search('minato')).items).toMatchObject([{ userId: 'usr_pupil', school: 'みなと高校', email: null }]);
  for (const q of ['S-0417', 'ｓ－０４１７', 's−0417', ' Sー0417'])
    expect([q, await idsOf(q)]).toEqual([q, ['usr_pupil']]);
});

it.each(['%', '_', '\\', '存在しない人', 'usr_none'])('finds nobody for "%s"', async (q) => {
  expect(await idsOf(q)).toEqual([]);
});

it('says that there are more than fifty', async () => {
  await api.pool.query(
    `insert into users (id, nickname, birth_date, state, email) select 'usr_many' || n, '鈴木' || n, '1990-01-01', 'active', 'many' || n || '@example.test' from generate_series(1, 60) n`,
  );
  const { items, hasMore } = await search('鈴木');
  expect([items.length, hasMore]).toEqual([50, true]);
});

it('rejects a search for nothing', async () => {
  expect(await staff().get('/staff/people?q=%20')).toMatchObject({
    status: 422,
    body: { fields: { q: expect.any(String) } },
  });
  expect((await staff().get('/staff/people')).status).toBe(422);
});

it('shows the state of an account, and what the staff did', async () => {
  expect((await act('adult', 'suspension')).status).toBe(204);
  expect((await recordOf('adult')).body).toMatchObject({
    userId: api.people.adult,
    state: 'suspended',
    suspendReason: '規約に反したためです。',
    history: [{ action: 'suspend', detail: '規約に反したためです。' }],
    reports: { received: 0, upheld: 0, made: 0 },
  });
  expect((await api.as('adult').get('/me/notifications')).status).toBe(403);
  expect((await act('adult', 'suspension')).status).toBe(409);
  expect((await act('adult', 'reinstatement', '誤りでした。')).status).toBe(204);
  expect((await api.as('adult').get('/me/notifications')).status).toBe(200);
  expect((await act('adult', 'reinstatement')).status).toBe(409);
});

it('ends every session, and writes it down', async () => {
  expect((await act('otherAdult', 'sign_out', '端末をなくしたとの連絡')).status).toBe(204);
  expect((await api.as('otherAdult').get('/me/notifications')).status).toBe(401);
  expect((await recordOf('otherAdult')).body).toMatchObject({
    sessionCount: 0,
    history: [{ action: 'sign-out', detail: '端末をなくしたとの連絡' }],
  });
});

it('suspends nobody without a reason, and not oneself', async () => {
  expect(await act('student', 'suspension', ' ')).toMatchObject({
    status: 422,
    body: { fields: { reason: expect.any(String) } },
  });
  expect((await act('staff', 'suspension')).status).toBe(422);
  expect((await recordOf('student')).body).toMatchObject({ state: 'active' });
});

it('knows nobody else', async () => {
  expect((await staff().get('/staff/people/usr_none')).status).toBe(404);
  for (const action of ['suspension', 'reinstatement', 'sign_out'])
    expect((await staff().post(`/staff/people/usr_none/${action}`, { reason: 'x' })).status).toBe(404);
});

it("takes a guardian's consent back once, with a reason in the log", async () => {
  expect((await act('child', 'consent_withdrawal', '保護者からの電話')).status).toBe(204);
  expect((await recordOf('child')).body).toMatchObject({
    guardian: { consentedAt: null },
    history: [{ action: 'withdraw-consent', detail: '保護者からの電話' }],
  });
  expect((await act('child', 'consent_withdrawal')).status).toBe(409);
  expect((await act('adult', 'consent_withdrawal')).status).toBe(409);
});

it('counts what waits for the staff', async () => {
  expect((await staff().get('/staff/counts')).body).toEqual({
    reviews: 0,
    reports: 0,
    failedDeliveries: 0,
    roleProposals: 0,
  });
});
