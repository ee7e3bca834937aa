import { runStaffCommand } from '../../staff';
import { sendFile } from '../../testing/pictures';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(() => {
  api.mail.sent.length = 0;
});

const staff = (...words: string[]) => runStaffCommand(words, { env: api.env, who: 'sato' });
const stateOf = async (name: PersonName) => (await api.as(name).get('/me')).body.state as string;
const log = () =>
  api.db
    .selectFrom('audit_log')
    .select(['who', 'action', 'subject_id', 'detail'])
    .orderBy('id', 'desc')
    .executeTakeFirst();
async function handIn(name: PersonName): Promise<void> {
  await api.db.updateTable('users').set({ state: 'documents_required' }).where('id', '=', api.people[name]).execute();
  const { uploadId } = (
    await sendFile(api, name, Buffer.from('%PDF-1.7 '), { purpose: 'identity_document', mime: 'application/pdf' })
  ).body;
  await api.as(name).patch('/me', { identityDocumentUploadIds: [uploadId] });
}

it('lists waiting users, and approval verifies a professional, sends a mail and writes the log', async () => {
  await api.db.updateTable('professionals').set({ verified_at: null }).execute();
  await handIn('professional');
  expect(await staff('waiting')).toContain(api.people.professional);
  await staff('approve', emailOf('professional'));
  expect(await stateOf('professional')).toBe('active');
  expect((await api.as('unauthenticated').get('/professionals')).body.items[0].verifiedAt).toEqual(expect.any(String));
  expect(await api.mail.deliver()).toMatchObject([
    { to: emailOf('professional'), subject: '【まなびば】本人確認が完了しました' },
  ]);
  expect(await log()).toEqual({ who: 'sato', action: 'approve', subject_id: api.people.professional, detail: '' });
  expect((await api.db.selectFrom('uploads').select('decided_at').executeTakeFirst())?.decided_at).toEqual(
    expect.any(Date),
  );
  expect(await staff('waiting')).toBe('Nothing waits.');
});

it('returns documents with a reason that the user sees', async () => {
  await handIn('student');
  await staff('return', api.people.student, '写真が', '不鮮明です。');
  expect((await api.as('student').get('/me')).body).toMatchObject({
    state: 'need_resubmit',
    resubmitReason: '写真が 不鮮明です。',
  });
  expect((await api.mail.deliver())[0]?.text).toContain('写真が 不鮮明です。');
  await handIn('student');
  await staff('approve', api.people.student);
});

it('suspends with immediate effect and reinstates', async () => {
  await api.mail.deliver();
  api.mail.sent.length = 0;
  await staff('suspend', emailOf('adult'), '規約違反のため。');
  expect((await api.as('adult').get('/me/notifications')).body.code).toBe('suspended');
  expect(await log()).toMatchObject({ action: 'suspend', detail: '規約違反のため。' });
  await staff('reinstate', emailOf('adult'), '確認が済んだため。');
  expect(await stateOf('adult')).toBe('active');
  expect((await api.mail.deliver()).map(({ to, subject }) => [to, subject])).toEqual([
    [emailOf('adult'), '【まなびば】アカウントの利用停止のお知らせ'],
    [emailOf('adult'), '【まなびば】アカウントの利用再開のお知らせ'],
  ]);
});

it('notifies the guardian who was notified of a suspension of its end', async () => {
  await api.db
    .updateTable('users')
    .set({ guardian_email: 'hogosha@example.test', guardian_consent_at: new Date() })
    .where('id', '=', api.people.child)
    .execute();
  await staff('suspend', api.people.child, '規約違反のため。');
  await staff('reinstate', api.people.child, '誤りのため。');
  const mails = (await api.mail.deliver()).filter(({ to }) => to === 'hogosha@example.test');
  expect(mails.map(({ subject }) => subject)).toEqual([
    '【まなびば】お子さまのアカウントの利用停止のお知らせ',
    '【まなびば】お子さまのアカウントの利用再開のお知らせ',
  ]);
  expect(mails[1]?.text).not.toContain('誤りのため。');
});

it.each([
  [['approve', 'nobody@example.test'], 'No user found for'],
  [['approve', emailOf('subscriber')], 'not under_review'],
  [['return', emailOf('subscriber')], 'Give a reason'],
  [['suspend', emailOf('suspended'), 'x'], 'already'],
  [['reinstate', emailOf('subscriber'), 'x'], 'not suspended'],
  [['shout', 'x'], 'npm run staff'],
  [[], 'npm run staff'],
])('rejects %j', async (words, message) => {
  const before = await log();
  await expect(staff(...words)).rejects.toThrow(message);
  expect(await log()).toEqual(before);
});

it('lists reports of all kinds, such as of questions', async () => {
  expect(await staff('reports')).toBe('Nothing waits.');
  await api.db
    .insertInto('question_reports')
    .values({
      id: 'rep_1',
      question_id: 'que_1',
      classroom_id: 'cls_1',
      reporter_id: api.people.adult,
      reason: 'abuse',
      detail: '質問が乱暴です。',
      evidence: JSON.stringify({ question: {}, roster: [], hash: '' }),
      created_at: api.clock.now(),
    })
    .execute();
  expect(await staff('reports')).toContain('質問が乱暴です。');
  await api.db.deleteFrom('question_reports').execute();
});

describe('announcements', () => {
  it('reach one person, are logged, and appear among the outcomes of notifications', async () => {
    await staff('announce', emailOf('adult'), 'お知らせの題', '本文です。', '/classrooms');
    expect(await log()).toEqual({
      who: 'sato',
      action: 'announce',
      subject_id: api.people.adult,
      detail: 'お知らせの題',
    });
    await api.runJobs();
    expect((await api.as('adult').get('/me/notifications')).body.items[0]).toMatchObject({
      kind: 'management',
      title: 'お知らせの題',
      body: '本文です。',
      url: '/classrooms',
    });
    expect(await staff('notifications')).toMatch(/management {2}inApp {2}1/);
  });

  it.each([
    ['without a title', ['announce', 'all']],
    ['with a link that leaves the product', ['announce', 'all', '題', '', 'https://elsewhere.example']],
    ['for nobody', ['announce', 'nobody@example.test', '題']],
  ])('are refused %s', async (_how, words) => {
    await expect(staff(...words)).rejects.toMatchObject({ isStaffRefusal: true });
  });
});
