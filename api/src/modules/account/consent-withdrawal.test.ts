import { addDays } from 'date-fns';

import { runStaffCommand } from '../../staff';
import { insertCategories, insertClassroom, insertLiveRoom, insertParticipant } from '../../testing/rows';
import { type SentMail, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('mails').execute();
  await api.db.deleteFrom('rate_limits').execute();
  await api.db.deleteFrom('live_outbox').execute();
  await api.db.deleteFrom('classrooms').execute();
  api.mail.sent.length = 0;
});

const GUARDIAN = 'haha@example.test';
const yearsAgo = (years: number) => `${api.clock.now().getFullYear() - years}-01-02`;
const tokenIn = (mail: SentMail | undefined) => /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const visitor = () => api.as('unauthenticated');
/** Returns the path of the newest link sent to that address. Mails of the same millisecond go out in any order. */
const linkSentTo = async (to: string) =>
  `/guardian_consents/${tokenIn((await api.mail.deliver()).findLast((mail) => mail.to === to && tokenIn(mail) !== ''))}`;
const me = async (name: PersonName) =>
  (await api.as(name).get('/me')).body as { guardianConsent: string; guardianConsentNeeded: boolean };
const rowIn = (id: string, name: PersonName) =>
  api.db
    .selectFrom('classroom_users')
    .select(['role', 'is_muted', 'is_camera_on', 'hand_raised_at', 'reaction_name'])
    .where('classroom_id', '=', id)
    .where('user_id', '=', api.people[name])
    .executeTakeFirstOrThrow();
const stateOf = async (id: string) =>
  (await api.db.selectFrom('classrooms').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

/** Creates a user of that age with guardian consent; returns the path of the guardian's link. */
async function consented({ name = 'student', age = 14 }: { name?: PersonName; age?: number } = {}): Promise<string> {
  await api.db
    .updateTable('users')
    .set({ birth_date: yearsAgo(age), guardian_consent_at: null, guardian_email: null })
    .where('id', '=', api.people[name])
    .execute();
  await api.as(name).post('/me/guardian', { email: GUARDIAN });
  const path = await linkSentTo(GUARDIAN);
  expect((await visitor().post(path, { agree: true, name: '宮下 紗季' })).body).toEqual({ agreed: true });
  return path;
}

it('is offered through the link in the consent receipt', async () => {
  const path = await consented();
  const thanks = (await api.mail.deliver()).at(-1);
  expect(thanks).toMatchObject({ to: GUARDIAN, subject: '【まなびば】保護者の方の同意を受け付けました' });
  expect(`/guardian_consents/${tokenIn(thanks)}`).toBe(path);
  expect((await visitor().get(path)).body).toMatchObject({ state: 'given', givenAt: expect.any(String) });
  expect(await me('student')).toMatchObject({ guardianConsent: 'given' });
});

it('ends at once what requires consent and notifies both', async () => {
  const path = await consented();
  const id = await insertClassroom(api.db, { host_id: api.people.professional });
  expect((await api.as('student').post(`/classrooms/${id}/comments`, { body: 'よろしく' })).status).toBe(201);
  await api.mail.deliver();
  api.mail.sent.length = 0;
  expect((await visitor().delete(path)).status).toBe(204);
  expect(await me('student')).toMatchObject({ guardianConsent: 'refused', guardianConsentNeeded: true });
  expect((await api.as('student').post(`/classrooms/${id}/comments`, { body: 'また' })).body.code).toBe(
    'guardian_required',
  );
  expect((await visitor().get(path)).body).toMatchObject({ state: 'withdrawn', givenAt: null });
  const subjects = Object.fromEntries((await api.mail.deliver()).map(({ to, subject }) => [to, subject]));
  expect(api.mail.sent).toHaveLength(2);
  expect(subjects).toEqual({
    [emailOf('student')]: '【まなびば】保護者の方の同意が取り消されました',
    [GUARDIAN]: '【まなびば】保護者の方の同意を取り消しました',
  });
});

it('changes nothing the second time', async () => {
  const path = await consented();
  await visitor().delete(path);
  await api.mail.deliver();
  api.mail.sent.length = 0;
  expect((await visitor().delete(path)).status).toBe(204);
  expect(await api.mail.deliver()).toEqual([]);
});

it.each(['speaker', 'co_host'] as const)(
  'turns a %s into a listener in a live room and updates its live documents',
  async (role) => {
    const path = await consented();
    const id = await insertLiveRoom(api.db, { host_id: api.people.professional });
    await insertParticipant(api.db, id, api.people.student, {
      role,
      is_role_given: true,
      is_muted: false,
      is_camera_on: true,
      hand_raised_at: new Date(),
      reaction_name: 'raise_hand',
    });
    await visitor().delete(path);
    expect(await rowIn(id, 'student')).toEqual({
      role: 'listener',
      is_muted: true,
      is_camera_on: false,
      hand_raised_at: null,
      reaction_name: null,
    });
    const shown = await api.db.selectFrom('live_outbox').select('path').execute();
    expect(shown.map(({ path: document }) => document)).toContain(`rooms/${id}/users/${api.people.student}`);
    expect(
      (
        await api
          .as('student')
          .post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'd-1', takeOver: true })
      ).body.role,
    ).toBe('listener');
  },
);

it('lowers the hand of a listener', async () => {
  const path = await consented();
  const id = await insertLiveRoom(api.db, { host_id: api.people.professional });
  await insertParticipant(api.db, id, api.people.student, {
    role: 'listener',
    hand_raised_at: new Date(),
    reaction_name: 'raise_hand',
  });
  await visitor().delete(path);
  expect(await rowIn(id, 'student')).toMatchObject({ hand_raised_at: null, reaction_name: null });
});

it("ends a host's live classrooms and cancels scheduled ones", async () => {
  const path = await consented();
  const live = await insertLiveRoom(api.db, { host_id: api.people.student });
  const scheduled = await insertClassroom(api.db, { host_id: api.people.student });
  await visitor().delete(path);
  expect([await stateOf(live), await stateOf(scheduled)]).toEqual(['ended', 'cancelled']);
});

it('keeps the room rights of users aged 16, who need consent for purchases only', async () => {
  const path = await consented({ age: 16 });
  const id = await insertLiveRoom(api.db, { host_id: api.people.professional });
  await insertParticipant(api.db, id, api.people.student, { role: 'speaker' });
  await visitor().delete(path);
  expect(await me('student')).toMatchObject({ guardianConsent: 'refused', guardianConsentNeeded: false });
  expect((await rowIn(id, 'student')).role).toBe('speaker');
});

it('works through the link until the user is 18, and for at least 14 days', async () => {
  const now = api.clock.now();
  const young = await consented({ age: 14 });
  api.clock.set(addDays(now, 3 * 365));
  expect((await visitor().get(young)).body.state).toBe('given');
  api.clock.set(addDays(now, 5 * 365));
  expect((await visitor().delete(young)).body.code).toBe('link_expired');
  api.clock.set(now);
});

it('is rejected through a declined link or the link of a replaced guardian', async () => {
  await api.db
    .updateTable('users')
    .set({ birth_date: yearsAgo(14), guardian_consent_at: null })
    .where('id', '=', api.people.student)
    .execute();
  await api.as('student').post('/me/guardian', { email: GUARDIAN });
  const declined = await linkSentTo(GUARDIAN);
  await visitor().post(declined, { agree: false, name: '宮下 紗季' });
  expect(await me('student')).toMatchObject({ guardianConsent: 'refused' });
  expect((await visitor().delete(declined)).body.code).toBe('link_expired');

  const replaced = await consented();
  await visitor().delete(replaced);
  await api.as('student').post('/me/guardian', { email: 'chichi@example.test' });
  expect(await me('student')).toMatchObject({ guardianConsent: 'asked' });
  expect((await visitor().delete(replaced)).body.code).toBe('link_expired');
});

it('can be done by staff, with an audit entry', async () => {
  await consented();
  const staff = (...words: string[]) => runStaffCommand(words, { env: api.env, who: 'sato' });
  await expect(staff('withdraw-consent', emailOf('student'))).rejects.toThrow('Give a reason');
  expect(await staff('withdraw-consent', emailOf('student'), 'お電話でのお申し出')).toContain(
    "no guardian's consent any more",
  );
  expect(await me('student')).toMatchObject({ guardianConsent: 'refused' });
  expect(await api.db.selectFrom('audit_log').select(['who', 'action', 'subject_id', 'detail']).execute()).toEqual([
    { who: 'sato', action: 'withdraw-consent', subject_id: api.people.student, detail: 'お電話でのお申し出' },
  ]);
  await expect(staff('withdraw-consent', emailOf('student'), 'もう一度')).rejects.toThrow("no guardian's consent");
});
