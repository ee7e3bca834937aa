import sharp from 'sharp';

import { aPicture, sendFile } from '../../testing/pictures';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  api.mail.sent.length = 0;
  await api.db.deleteFrom('uploads').execute();
});

const staff = () => api.as('staff');
const reviewOf = (name: PersonName) => staff().get(`/staff/identity_reviews/${api.people[name]}`);
const decide = (name: PersonName, decision: string, body: object) =>
  staff().post(`/staff/identity_reviews/${api.people[name]}/${decision}`, body);
const logOf = (name: PersonName) =>
  api.db
    .selectFrom('audit_log')
    .select(['who', 'action', 'detail', 'before', 'after'])
    .where('subject_id', '=', api.people[name])
    .orderBy('id', 'desc')
    .executeTakeFirst();

/** Hands in a document and returns its id. */
async function handIn(name: PersonName, file: Buffer, mime: string): Promise<string> {
  await api.db.updateTable('users').set({ state: 'documents_required' }).where('id', '=', api.people[name]).execute();
  const { uploadId } = (await sendFile(api, name, file, { purpose: 'identity_document', mime })).body;
  await api.as(name).patch('/me', { identityDocumentUploadIds: [uploadId] });
  return uploadId as string;
}
const handInPdf = (name: PersonName) => handIn(name, Buffer.from('%PDF-1.7 '), 'application/pdf');

/** Follows a document's URL without any session, as its signature is the right to see it. */
const follow = (url: string) => api.app.inject({ method: 'GET', url });

it('lists those who wait by waiting time, with how often they were asked again', async () => {
  await handInPdf('professional');
  api.clock.advance(60_000);
  await handInPdf('student');
  const { body } = await staff().get('/staff/identity_reviews');
  expect(body).toMatchObject({
    items: [
      { userId: api.people.professional, isProfessional: true, returnedCount: 0 },
      { userId: api.people.student, isProfessional: false },
    ],
    waitingCount: 2,
    decidedToday: 0,
  });
});

it('shows what the person entered beside the documents, and the last return', async () => {
  const first = await handInPdf('student');
  await decide('student', 'return', { documentIds: [first], reason: '四隅が写っていません。' });
  const second = await handIn('student', await aPicture(), 'image/png');
  const { status, body } = await reviewOf('student');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    email: emailOf('student'),
    organisation: null,
    documents: [{ id: second, isPdf: false }],
    returnedCount: 1,
    lastReturn: { reason: '四隅が写っていません。' },
  });
});

it('approves: the account is active, a mail is sent, the log has who and what changed', async () => {
  const id = await handInPdf('student');
  await api.mail.deliver();
  api.mail.sent.length = 0;
  expect((await decide('student', 'approve', { documentIds: [id] })).status).toBe(204);
  expect((await api.as('student').get('/me')).body.state).toBe('active');
  expect(await api.mail.deliver()).toMatchObject([
    { to: emailOf('student'), subject: '【まなびば】本人確認が完了しました' },
  ]);
  expect(await logOf('student')).toEqual({
    who: api.people.staff,
    action: 'approve',
    detail: '',
    before: 'under_review',
    after: 'active',
  });
  expect((await reviewOf('student')).status).toBe(404);
});

it('returns with a reason that the person reads', async () => {
  const id = await handInPdf('student');
  expect((await decide('student', 'return', { documentIds: [id], reason: '期限が切れています。' })).status).toBe(204);
  expect((await api.as('student').get('/me')).body).toMatchObject({
    state: 'need_resubmit',
    resubmitReason: '期限が切れています。',
  });
});

it.each([
  ['a reason is missing', 'return', (id: string) => ({ documentIds: [id], reason: ' ' }), 422, 'invalid'],
  ['other documents wait', 'approve', () => ({ documentIds: ['upl_other'] }), 409, 'conflict'],
])('decides nothing when %s', async (_what, decision, body, status, code) => {
  const id = await handInPdf('student');
  const answer = await decide('student', decision, body(id));
  expect([answer.status, answer.body.code]).toEqual([status, code]);
  expect((await reviewOf('student')).body.documents).toMatchObject([{ id }]);
});

it('lets the first of two decisions win', async () => {
  const id = await handInPdf('student');
  const answers = await Promise.all([
    decide('student', 'approve', { documentIds: [id] }),
    decide('student', 'return', { documentIds: [id], reason: '氏名が違います。' }),
  ]);
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
});

describe('a document', () => {
  const open = (id: string) => staff().post(`/staff/identity_documents/${id}/links`);

  it('is served once, uncached, as an image with a watermark', async () => {
    const id = await handIn(
      'student',
      await sharp(await aPicture())
        .resize(800, 400)
        .png()
        .toBuffer(),
      'image/png',
    );
    const { status, body } = await open(id);
    expect(status).toBe(201);
    expect(await logOf('student')).toMatchObject({ who: api.people.staff, action: 'view-document', detail: id });
    const answer = await follow(body.url);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store, private' });
    // The picture has two colours: whatever else is in it is the watermark.
    const { data, info } = await sharp(answer.rawPayload).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const pixels = Array.from({ length: info.width * info.height }, (_, index) =>
      data.subarray(index * 3, index * 3 + 3),
    );
    const isPlain = ([r = 0, g = 0, b = 0]: Buffer) => g < 25 && (r > 230 || b > 230);
    expect(pixels.filter((pixel) => !isPlain(pixel)).length / pixels.length).toBeGreaterThan(0.01);
    expect((await follow(body.url)).statusCode).toBe(404);
  });

  it('is served as it is when it is a PDF', async () => {
    const answer = await follow((await open(await handInPdf('student'))).body.url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf']);
  });

  it.each([
    ['after a minute', async (url: string) => (api.clock.advance(61_000), url)],
    ['under a changed signature', async (url: string) => `${url}x`],
    ['with another name', async (url: string) => url.replace(/by=[^&]+/, `by=${api.people.adult}`)],
    ['for longer', async (url: string) => url.replace(/until=\d+/, 'until=9999999999999')],
    ['without a signature', async (url: string) => url.split('?')[0] ?? ''],
  ])('is not served %s', async (_how, change) => {
    const { url } = (await open(await handInPdf('student'))).body;
    expect((await follow(await change(url))).statusCode).toBe(404);
  });

  it('has no link once it is decided about', async () => {
    const id = await handInPdf('student');
    await decide('student', 'approve', { documentIds: [id] });
    expect((await open(id)).status).toBe(404);
  });
});

it.each([
  ['update', "update audit_log set detail = 'x'"],
  ['delete', 'delete from audit_log'],
  ['truncate', 'truncate audit_log'],
])('the log of the staff refuses to %s', async (_what, statement) => {
  const id = await handInPdf('student');
  await decide('student', 'approve', { documentIds: [id] });
  await expect(api.pool.query(statement)).rejects.toThrow('The audit log is append-only');
});

describe('the documents of a professional', () => {
  const approve = (by: PersonName, documentIds: readonly string[]) =>
    api.as(by).post(`/staff/identity_reviews/${api.people.professional}/approve`, { documentIds });
  const stateOf = async () => (await api.as('professional').get('/me')).body.state as string;
  beforeEach(() =>
    api.db.updateTable('users').set({ role: 'staff' }).where('id', '=', api.people.subscriber).execute(),
  );
  afterEach(() => api.db.updateTable('users').set({ role: 'user' }).where('id', '=', api.people.subscriber).execute());

  it('need two members of the staff', async () => {
    const id = await handInPdf('professional');
    expect((await approve('staff', [id])).status).toBe(204);
    expect(await stateOf()).toBe('under_review');
    expect((await reviewOf('professional')).body.firstApproval).toEqual({
      userId: api.people.staff,
      nickname: '運営',
      at: expect.any(String),
    });
    expect((await approve('staff', [id])).status).toBe(409);
    expect((await approve('subscriber', [id])).status).toBe(204);
    expect(await stateOf()).toBe('active');
    expect(await logOf('professional')).toMatchObject({ who: api.people.subscriber, action: 'approve' });
  });

  it('need two again when other documents wait', async () => {
    const first = await handInPdf('professional');
    expect((await approve('staff', ['upl_other'])).status).toBe(409);
    await approve('staff', [first]);
    await api.db.updateTable('uploads').set({ decided_at: new Date() }).where('id', '=', first).execute();
    const second = await handInPdf('professional');
    expect((await reviewOf('professional')).body.firstApproval).toBeNull();
    expect((await approve('subscriber', [second])).status).toBe(204);
    expect(await stateOf()).toBe('under_review');
    expect((await approve('staff', [second])).status).toBe(204);
    expect(await stateOf()).toBe('active');
  });
});
