import { inTransaction } from '../../platform/database/transaction';
import { createJobs } from '../../platform/jobs/jobs';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf } from '../../testing/test-people';

const NOW = '2026-12-01T03:00:00.000Z';
let world: TestApp;
beforeAll(async () => {
  world = await startTestApp({ now: NOW });
});
beforeEach(() => {
  world.clock.set(NOW);
  world.mail.sent.length = 0;
});
afterEach(() => world.db.deleteFrom('terms_versions').execute());
afterAll(() => world.close());

const version = {
  document: 'terms_of_use',
  effectiveOn: '2027-01-15',
  summary: 'キャンセルの条件を変えます。',
  text: '第1条 適用\nこの規約は、すべての方に適用します。',
};
const announce = (changes: Partial<typeof version> = {}) =>
  world.as('staff').post('/staff/terms_versions', { ...version, ...changes });
const current = async () => (await world.as('unauthenticated').get('/terms_versions')).body.items;
/** Runs what is due, and returns who got a mail about the terms. */
async function mailed(): Promise<string[]> {
  await world.runJobs();
  const sent = (await world.mail.deliver()).filter(({ subject }) => subject.includes('変更のお知らせ'));
  const to = sent.map((mail) => mail.to);
  world.mail.sent.length = 0;
  return to;
}

const repeat = (versionId: string) =>
  inTransaction(world.db, (trx) =>
    createJobs({ pool: world.pool, clock: world.clock, onTrouble: jest.fn() }).enqueue(
      trx,
      'mail-terms',
      { versionId },
      world.clock.now(),
    ),
  );

describe('an announced version', () => {
  it('is mailed once to every user with a confirmed address, and recorded', async () => {
    const { body, status } = await announce();
    expect(status).toBe(201);
    const to = await mailed();
    expect(to).toEqual(expect.arrayContaining([emailOf('adult'), emailOf('student'), emailOf('professional')]));
    expect(new Set(to).size).toBe(to.length);
    expect(to).not.toContain(emailOf('withdrawn'));
    const { items } = (await world.as('staff').get('/staff/terms_versions')).body;
    expect(items).toMatchObject([{ id: body.id, mailedCount: to.length, mailedAt: NOW }]);
    expect(
      await world.db.selectFrom('audit_log').select(['action', 'detail']).where('subject_id', '=', body.id).execute(),
    ).toEqual([{ action: 'announce-terms', detail: 'terms_of_use 2027-01-15' }]);
  });

  it('is mailed to nobody twice when the job runs again, also after it stopped halfway', async () => {
    const { id } = (await announce()).body;
    const all = await mailed();
    await repeat(id);
    expect(await mailed()).toEqual([]);
    const last = await world.db.selectFrom('terms_versions').select('mailed_to').executeTakeFirstOrThrow();
    const before = await world.db
      .selectFrom('users')
      .select('id')
      .where('id', '<', last.mailed_to)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await world.db.updateTable('terms_versions').set({ mailed_at: null, mailed_to: before.id }).execute();
    await repeat(id);
    const rest = await mailed();
    expect(rest).toHaveLength(1);
    expect(all).toContain(rest[0]);
  });

  it('names in the mail what changes, when, and where the new text is', async () => {
    const { id } = (await announce()).body;
    await world.runJobs();
    const mail = (await world.mail.deliver()).find(({ to }) => to === emailOf('adult'));
    expect(mail?.subject).toBe('【まなびば】利用規約の変更のお知らせ');
    for (const words of ['2027年1月15日に変更します', version.summary, `/aud/terms_of_use?version=${id}`])
      expect(mail?.text).toContain(words);
  });

  it('can be read by anyone before and after it takes effect, and replaces the one before', async () => {
    const first = (await announce()).body.id;
    const second = (await announce({ effectiveOn: '2027-02-01' })).body.id;
    const policy = (await announce({ document: 'privacy_policy', effectiveOn: '2027-01-20' })).body.id;
    expect((await current()).map(({ id }: { id: string }) => id)).toEqual([first, policy, second]);
    expect((await world.as('unauthenticated').get(`/terms_versions/${second}`)).body).toMatchObject({
      text: version.text,
      effectiveAt: '2027-01-31T15:00:00.000Z',
    });
    world.clock.set('2027-01-31T15:00:00.000Z');
    expect((await current()).map(({ id }: { id: string }) => id)).toEqual([policy, second]);
    expect((await world.as('unauthenticated').get(`/terms_versions/${first}`)).status).toBe(200);
    expect((await world.as('unauthenticated').get('/terms_versions/trm_none')).status).toBe(404);
  });
});

describe('announcing', () => {
  it.each([
    ['a day before the promised 14', { effectiveOn: '2026-12-15' }, 'effectiveOn'],
    ['a day too far ahead', { effectiveOn: '2028-01-01' }, 'effectiveOn'],
    ['no day', { effectiveOn: '' }, 'effectiveOn'],
    ['no summary', { summary: ' ' }, 'summary'],
    ['no text', { text: '' }, 'text'],
  ])('with %s is refused at the field', async (_what, changes, field) => {
    const { status, body } = await announce(changes);
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] });
    expect(await current()).toEqual([]);
  });

  it('on the first day that the promise allows is accepted, and once for each document and day', async () => {
    expect((await announce({ effectiveOn: '2026-12-16' })).status).toBe(201);
    expect((await announce({ effectiveOn: '2026-12-16' })).body.code).toBe('already');
    expect((await announce({ effectiveOn: '2026-12-16', document: 'privacy_policy' })).status).toBe(201);
  });

  it.each(['adult', 'professional'] as const)('is refused to the %s', async (who) => {
    expect((await world.as(who).post('/staff/terms_versions', version)).status).toBe(404);
    expect((await world.as(who).get('/staff/terms_versions')).status).toBe(404);
  });
});
