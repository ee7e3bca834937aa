import { insertCategories } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import type { PersonName } from '../../testing/test-people';

let api: TestApp;
let classroomId: string;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  api.mail.sent.length = 0;
  for (const table of [
    'comment_reports',
    'user_reports',
    'archive_reports',
    'rating_reports',
    'notifications',
    'notification_causes',
  ] as const)
    await api.db.deleteFrom(table).execute();
  await api.db.updateTable('users').set({ state: 'active' }).where('id', '=', api.people.adult).execute();
  const { body } = await api
    .as('professional')
    .post('/classrooms', {
      name: '静かに自習する部屋',
      categoryId: 'cat_math',
      startAt: new Date(Date.now() + 3_600_000).toISOString(),
      allUsers: true,
      audienceMode: false,
      privateMode: false,
    });
  classroomId = (body as { id: string }).id;
});

const staff = () => api.as('staff');
const listed = async () => (await staff().get('/staff/reports')).body as { items: { id: string }[] };
const reportOf = (id: string) => staff().get(`/staff/reports/${id}`);
const decide = (id: string, body: object) => staff().post(`/staff/reports/${id}/decision`, body);

/** Writes a comment, and returns its id. */
async function comment(by: PersonName, body: string): Promise<string> {
  api.clock.advance(2000);
  const { body: written } = await api.as(by).post(`/classrooms/${classroomId}/comments`, { body });
  return (written as { id: string }).id;
}
const reportComment = (by: PersonName, commentId: string, reason = 'personal_info') =>
  api.as(by).post(`/classrooms/${classroomId}/comments/${commentId}/report`, { reason });

/** Reports a comment of the adult, and returns the id of the report. */
async function aReport(by: PersonName = 'student'): Promise<{ id: string; commentId: string }> {
  const commentId = await comment('adult', '連絡先を教えてください。');
  expect((await reportComment(by, commentId)).status).toBeLessThan(300);
  const { id } = await api.db
    .selectFrom('comment_reports')
    .select('id')
    .where('comment_id', '=', commentId)
    .executeTakeFirstOrThrow();
  return { id, commentId };
}
/** Returns the notices that a person got, newest first. */
const noticesOf = async (name: PersonName) => {
  await api.events.runDue();
  await api.runJobs();
  return api.db
    .selectFrom('notifications')
    .select(['kind', 'title', 'body'])
    .where('user_id', '=', api.people[name])
    .where('kind', '=', 'management')
    .orderBy('created_at', 'desc')
    .execute();
};

it('lists open reports of all kinds, those with a user under 18 first', async () => {
  await api.as('adult').post(`/users/${api.people.professional}/report`, { reason: 'spam' });
  api.clock.advance(60_000);
  await aReport('child');
  const { body } = await staff().get('/staff/reports');
  expect(body).toMatchObject({
    items: [
      {
        kind: 'comment',
        reason: 'personal_info',
        place: '静かに自習する部屋',
        subject: { id: api.people.adult },
        hasMinor: true,
      },
      { kind: 'person', reason: 'spam', place: null, subject: { id: api.people.professional }, hasMinor: false },
    ],
    openCount: 2,
    minorCount: 1,
  });
});

it('shows the conversation as it was, although the comment was deleted since', async () => {
  await comment('student', '問3、r は5で合っていますか。');
  const { id, commentId } = await aReport();
  await api.as('adult').delete(`/classrooms/${classroomId}/comments/${commentId}`);
  const { status, body } = await reportOf(id);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    reporter: { id: api.people.student },
    comments: [
      { body: '問3、r は5で合っていますか。', author: { id: api.people.student }, isReported: false },
      { body: '連絡先を教えてください。', author: { id: api.people.adult }, isReported: true, deletedAt: null },
    ],
    seal: { isIntact: true },
    record: { state: 'active', receivedCount: 1, upheldCount: 0, warnedCount: 0 },
    decision: null,
  });
});

it('says that the evidence was changed after the report', async () => {
  const { id } = await aReport();
  await api.pool.query(
    `update comment_reports set evidence = jsonb_set(evidence, '{comments,0,body}', '"さようなら"')`,
  );
  expect((await reportOf(id)).body).toMatchObject({ seal: { isIntact: false } });
});

it('shows the profile as it was when somebody is reported', async () => {
  const picture = '/v1/images/upl_reported';
  await api.pool.query('update users set avatar_url = $1 where id = $2', [picture, api.people.adult]);
  await api.as('student').post(`/users/${api.people.adult}/report`, { reason: 'abuse', detail: '何度もです' });
  const [first] = (await listed()).items;
  expect((await reportOf(first?.id ?? '')).body).toMatchObject({
    kind: 'person',
    detail: '何度もです',
    snapshot: expect.arrayContaining([{ name: 'ニックネーム', value: expect.any(String) }]),
    picture,
    comments: [],
    seal: null,
  });
});

it('dismisses a report, and notifies the reporter', async () => {
  const { id } = await aReport();
  expect((await decide(id, { decision: 'dismiss' })).status).toBe(204);
  expect(await listed()).toMatchObject({ items: [] });
  expect((await reportOf(id)).body).toMatchObject({ decision: { decision: 'dismiss', who: api.people.staff } });
  expect(await noticesOf('student')).toMatchObject([
    { title: '通報への対応が終わりました', body: expect.stringContaining('判断しませんでした') },
  ]);
  expect(await noticesOf('adult')).toEqual([]);
});

it('deletes the comment for everybody, and settles what others have reported of it', async () => {
  const { id, commentId } = await aReport('student');
  await reportComment('child', commentId);
  expect((await reportOf(id)).body).toMatchObject({ sameCount: 1 });
  expect((await decide(id, { decision: 'delete_comment' })).status).toBe(204);
  expect(await listed()).toMatchObject({ items: [] });
  const { body } = await api.as('student').get(`/classrooms/${classroomId}/comments`);
  expect(body).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ id: commentId, body: '', deletedBy: 'staff' })]),
  });
  for (const reporter of ['student', 'child'] as const)
    expect(await noticesOf(reporter)).toMatchObject([{ body: expect.stringContaining('対応しました') }]);
});

it('warns with a reason that the reported user reads, and counts it', async () => {
  const { id } = await aReport();
  expect((await decide(id, { decision: 'warn', reason: '連絡先をたずねないでください。' })).status).toBe(204);
  expect(await noticesOf('adult')).toMatchObject([{ title: '運営からの注意', body: '連絡先をたずねないでください。' }]);
  const { id: next } = await aReport();
  expect((await reportOf(next)).body).toMatchObject({ record: { receivedCount: 2, upheldCount: 1, warnedCount: 1 } });
});

it('suspends the reported user, also when somebody else already has', async () => {
  const { id } = await aReport();
  const other = await aReport();
  const given = { decision: 'suspend', reason: '未成年の方に連絡先をたずねたためです。' };
  expect((await decide(id, given)).status).toBe(204);
  expect((await api.as('adult').get('/me/notifications')).status).toBe(403);
  expect(await listed()).toMatchObject({ items: [{ id: other.id }] });
  expect((await decide(other.id, given)).status).toBe(204);
  const log = await api.db.selectFrom('audit_log').select(['action', 'subject_id', 'detail']).orderBy('id').execute();
  expect(log.filter(({ action }) => action === 'suspend')).toMatchObject([{ subject_id: api.people.adult }]);
  expect(log.filter(({ subject_id: subject }) => [id, other.id].includes(subject))).toMatchObject([
    { action: 'settle-report', detail: given.reason },
    { action: 'settle-report', detail: given.reason },
  ]);
});

describe('the guardian of a reported user', () => {
  const GUARDIAN = 'haha@example.test';
  const setStudent = (values: object) =>
    api.db.updateTable('users').set(values).where('id', '=', api.people.student).execute();
  const aWard = (changes: object = {}) =>
    setStudent({
      birth_date: '2012-05-14',
      guardian_email: GUARDIAN,
      guardian_consent_at: api.clock.now(),
      ...changes,
    });
  afterEach(() =>
    setStudent({
      birth_date: '2008-06-01',
      guardian_email: null,
      guardian_consent_at: null,
      state: 'active',
      state_before: null,
      suspend_reason: null,
    }),
  );
  /** Has the student reported and the report settled; returns the mails that the guardian gets. */
  async function settle(decision: string): Promise<{ subject: string; text: string }[]> {
    await api.as('adult').post(`/users/${api.people.student}/report`, { reason: 'abuse' });
    const [first] = (await listed()).items;
    const reason = 'ほかの方を傷つける書き込みをしたためです。';
    expect((await decide(first?.id ?? '', { decision, ...(decision !== 'dismiss' && { reason }) })).status).toBe(204);
    return (await api.mail.deliver()).filter(({ to }) => to === GUARDIAN);
  }

  it.each([
    ['warn', 'お子さまへの注意のお知らせ'],
    ['suspend', 'お子さまのアカウントの利用停止のお知らせ'],
  ])('hears of the decision to %s, with the text that the user reads, and not of who reported', async (what, title) => {
    await aWard();
    const mails = await settle(what);
    expect(mails).toMatchObject([{ subject: `【まなびば】${title}` }]);
    const { nickname } = (await api.as('adult').get('/me')).body;
    expect(mails[0]?.text).toContain('ほかの方を傷つける書き込みをしたためです。');
    expect(mails[0]?.text).not.toContain(nickname);
  });

  it.each([
    ['a report that is dismissed', {}, 'dismiss'],
    ['a warning before the guardian has consented', { guardian_consent_at: null }, 'warn'],
    ['a suspension before the guardian has consented', { guardian_consent_at: null }, 'suspend'],
    ['a warning of a user who is 18', { birth_date: '2008-06-01' }, 'warn'],
    ['a suspension of a user who is 18', { birth_date: '2008-06-01' }, 'suspend'],
  ])('hears nothing of %s', async (_what, changes, decision) => {
    await aWard(changes);
    expect(await settle(decision)).toEqual([]);
  });
});

it.each([
  [{ decision: 'warn' }, 'reason'],
  [{ decision: 'suspend', reason: '' }, 'reason'],
  [{ decision: 'warn', reason: 'あ'.repeat(301) }, 'reason'],
  [{ decision: 'ban' }, 'decision'],
])('rejects the decision %j and changes nothing', async (body, field) => {
  const { id } = await aReport();
  const answer = await decide(id, body);
  expect(answer.status).toBe(422);
  expect(answer.body).toMatchObject({ fields: { [field]: expect.any(String) } });
  expect((await reportOf(id)).body).toMatchObject({ decision: null });
});

it('does not delete a comment for a report of somebody', async () => {
  await api.as('student').post(`/users/${api.people.adult}/report`, { reason: 'abuse' });
  const [first] = (await listed()).items;
  expect(await decide(first?.id ?? '', { decision: 'delete_comment' })).toMatchObject({
    status: 422,
    body: { fields: { decision: expect.any(String) } },
  });
});

it('shows nobody a report about themselves, nor lets them settle it', async () => {
  await api.as('student').post(`/users/${api.people.staff}/report`, { reason: 'abuse' });
  expect((await listed()).items).toEqual([]);
  const { id } = await api.db.selectFrom('user_reports').select('id').executeTakeFirstOrThrow();
  expect((await reportOf(id)).status).toBe(404);
  for (const decision of [{ decision: 'warn', reason: '気をつけます。' }, { decision: 'dismiss' }])
    expect(await decide(id, decision)).toMatchObject({
      status: 422,
      body: { fields: { decision: expect.stringContaining('ほかの担当者') } },
    });
});

it('is settled once: of two decisions at the same moment one is a conflict', async () => {
  const { id } = await aReport();
  const answers = await Promise.all([decide(id, { decision: 'dismiss' }), decide(id, { decision: 'delete_comment' })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect((await decide(id, { decision: 'dismiss' })).status).toBe(409);
});

it('knows no other report', async () => {
  expect((await reportOf('rep_none')).status).toBe(404);
  expect((await decide('rep_none', { decision: 'dismiss' })).status).toBe(404);
});
