import { subDays, subMinutes } from 'date-fns';

import { createLimiter } from '../../platform/security/limiter';
import { createStorage } from '../../platform/storage/create-storage';
import { aPicture, sendFile } from '../../testing/pictures';
import {
  insertCategories,
  insertClassroom,
  insertComment,
  insertEvent,
  insertParticipation,
  insertTicketType,
} from '../../testing/rows';
import { type Caller, type SentMail, startTestApp, type TestApp } from '../../testing/start-test-app';
import { emailOf, type PersonName, testPassword } from '../../testing/test-people';
import { insertSplit } from '../classrooms/groups/testing/insert-split';
import { insertMaterial } from '../classrooms/materials/testing/insert-material';
import { insertPoll } from '../classrooms/polls/testing/insert-poll';
import { insertHostMessage } from '../host-messages/testing/insert-host-message';
import { insertRating } from '../ratings/testing/insert-rating';
import { insertCertificate, insertSeries } from '../series/testing/insert-series';
import { createUploadsRepository } from '../uploads/uploads.repository';
import { createUploadsService } from '../uploads/uploads.service';
import { createAccountHousekeeping } from './account-housekeeping.service';
import { createWithdrawalRepository } from './withdrawal.repository';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('mails').execute();
  api.mail.sent.length = 0;
  await api.db.deleteFrom('rate_limits').execute();
  await api.db.updateTable('sessions').set({ revoked_at: null }).execute();
});

const setPerson = (name: PersonName, values: object) =>
  api.db.updateTable('users').set(values).where('id', '=', api.people[name]).execute();
const tokenIn = (mail: SentMail | undefined) => /(?:token=|data_exports\/)([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
const everybody: [Caller, number][] = [
  ['unauthenticated', 401],
  ['anonymous', 401],
  ['adult', 200],
  ['student', 200],
  ['child', 200],
  ['school', 200],
  ['professional', 200],
  ['staff', 200],
  ['subscriber', 200],
  ['unverified', 200],
  ['resubmit', 200],
  ['suspended', 403],
  ['withdrawn', 403],
];

describe('PATCH /me', () => {
  it.each(everybody)('answers %s with %d', async (caller, status) => {
    const answer = await api.as(caller).patch('/me', { nickname: '新しい名前', job: '研究者' });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body).toMatchObject({ nickname: '新しい名前', job: '研究者' });
  });

  it('accepts an introduction except from users of 12 or under', async () => {
    expect((await api.as('student').patch('/me', { introduction: ' 星が好きです。 ' })).body.introduction).toBe(
      '星が好きです。',
    );
    expect(await api.as('child').patch('/me', { introduction: '星' })).toMatchObject({
      status: 403,
      body: { code: 'age_restricted', fields: { introduction: expect.any(String) } },
    });
  });

  it.each([
    ['nickname', { nickname: 'あ'.repeat(21) }],
    ['introduction', { introduction: 'あ'.repeat(501) }],
    ['job', { job: 'あ'.repeat(51) }],
    ['role', { role: 'staff' }],
    ['state', { state: 'active' }],
    ['email', { email: 'x', currentPassword: testPassword }],
    ['password', { password: 'short', currentPassword: testPassword }],
    ['identityDocumentUploadIds', { identityDocumentUploadIds: [] }],
  ])('rejects a wrong %s', async (field, body) => {
    expect(await api.as('adult').patch('/me', body)).toMatchObject({
      status: 422,
      body: { code: 'invalid', fields: { [field]: expect.any(String) } },
    });
  });

  it('accepts an uploaded image only from its uploader', async () => {
    const { uploadId } = (await sendFile(api, 'adult', await aPicture(), { purpose: 'avatar', mime: 'image/png' }))
      .body;
    expect((await api.as('student').patch('/me', { avatarUploadId: uploadId })).status).toBe(422);
    expect((await api.as('adult').patch('/me', { avatarUploadId: uploadId })).body.avatarUrl).toBe(
      `/v1/images/${uploadId}`,
    );
    expect((await api.as('unauthenticated').get(`/users/${api.people.adult}`)).body.avatarUrl).toBe(
      `/v1/images/${uploadId}`,
    );
    expect((await api.as('adult').patch('/me', { avatarUploadId: null })).body.avatarUrl).toBeNull();
  });

  it('changes an organisation for professionals only', async () => {
    const organisation = {
      orgName: '月の教室',
      orgUrl: '',
      invoiceRegistrationNo: 'T1234567890123',
      categoryIds: ['cat_math'],
    };
    expect((await api.as('professional').patch('/me', organisation)).body.organisation).toMatchObject({
      orgName: '月の教室',
      orgUrl: null,
      invoiceRegistrationNo: 'T1234567890123',
      categoryIds: ['cat_math'],
    });
    expect(await api.as('adult').patch('/me', organisation)).toMatchObject({
      status: 403,
      body: { code: 'professional_only' },
    });
  });
});

describe('a new e-mail address', () => {
  it('replaces a verified address once it is verified, and notifies the old one', async () => {
    const answer = await api
      .as('otherAdult')
      .patch('/me', { email: 'moved@example.test', currentPassword: testPassword });
    expect(answer).toMatchObject({
      status: 200,
      body: { email: emailOf('otherAdult'), pendingEmail: 'moved@example.test' },
    });
    const mails = await api.mail.deliver();
    expect(mails).toHaveLength(2);
    const confirmation = mails.find(({ to }) => to === 'moved@example.test');
    expect(confirmation?.subject).toBe('【まなびば】新しいメールアドレスの確認');
    expect(mails.find(({ to }) => to === emailOf('otherAdult'))).toMatchObject({
      subject: '【まなびば】メールアドレスの変更のお知らせ',
      text: expect.stringContaining('mo***@example.test'),
    });
    expect(await api.as('otherAdult').post('/auth/verify-email', { token: tokenIn(confirmation) })).toMatchObject({
      status: 200,
      body: { user: { email: 'moved@example.test', pendingEmail: null } },
    });
    await setPerson('otherAdult', { email: emailOf('otherAdult') });
  });

  it('cancels a pending change without a password and invalidates its link', async () => {
    const given = { email: 'later@example.test', currentPassword: testPassword };
    const before = (await api.as('professional').get('/me')).body.email as string;
    expect((await api.as('professional').patch('/me', given)).body.pendingEmail).toBe('later@example.test');
    const confirmation = (await api.mail.deliver()).find(({ to }) => to === 'later@example.test');
    expect(await api.as('professional').patch('/me', { email: before })).toMatchObject({
      status: 200,
      body: { email: before, pendingEmail: null },
    });
    expect(await api.as('professional').post('/auth/verify-email', { token: tokenIn(confirmation) })).toMatchObject({
      status: 410,
    });
  });

  it('replaces an unverified address at once', async () => {
    expect(
      (await api.as('unverified').patch('/me', { email: 'right@example.test', currentPassword: testPassword })).body,
    ).toMatchObject({ email: 'right@example.test', state: 'email_unverified' });
    expect((await api.mail.deliver()).map(({ to }) => to)).toEqual(['right@example.test']);
    await setPerson('unverified', { email: emailOf('unverified') });
  });

  it('lets a pupil add an address and sign in with it', async () => {
    await api.as('school').patch('/me', { email: 'pupil@example.test', currentPassword: testPassword });
    const token = tokenIn((await api.mail.deliver())[0]);
    await api.as('unauthenticated').post('/auth/verify-email', { token });
    expect(
      (await api.as('unauthenticated').post('/auth/signin', { email: 'pupil@example.test', password: testPassword }))
        .body.user.id,
    ).toBe(api.people.school);
    await setPerson('school', { email: null, email_verified_at: null });
  });

  it('rejects a taken address, and a change without the password', async () => {
    expect(
      await api.as('adult').patch('/me', { email: emailOf('student'), currentPassword: testPassword }),
    ).toMatchObject({ status: 422, body: { fields: { email: 'このメールアドレスは使えません。' } } });
    expect(await api.as('adult').patch('/me', { email: 'new@example.test' })).toMatchObject({
      status: 422,
      body: { fields: { currentPassword: expect.any(String) } },
    });
  });
});

describe('a new password', () => {
  it('signs other devices out, keeps this one, and notifies the user', async () => {
    const other = (
      await api.as('unauthenticated').post('/auth/signin', { email: emailOf('otherStudent'), password: testPassword })
    ).body;
    expect(
      (await api.as('otherStudent').patch('/me', { password: 'another-password', currentPassword: testPassword }))
        .status,
    ).toBe(200);
    expect((await api.withToken(other.token).get('/me')).status).toBe(401);
    expect((await api.as('otherStudent').get('/me')).status).toBe(200);
    expect((await api.mail.deliver())[0]).toMatchObject({
      to: emailOf('otherStudent'),
      subject: '【まなびば】パスワードの変更のお知らせ',
    });
  });

  it('needs a sign-in of the last 15 minutes where there is none, as another address does', async () => {
    const setHash = (hash: string | null) =>
      api.db.updateTable('users').set({ password_hash: hash }).where('id', '=', api.people.subscriber).execute();
    const { password_hash: before } = await api.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', api.people.subscriber)
      .executeTakeFirstOrThrow();
    await setHash(null);
    const opened = (at: Date) =>
      api.db.updateTable('sessions').set({ created_at: at }).where('user_id', '=', api.people.subscriber).execute();
    const set = (changes: object) => api.as('subscriber').patch('/me', changes);
    await opened(subMinutes(api.clock.now(), 16));
    expect((await set({ password: 'another-password' })).status).toBe(422);
    expect((await set({ email: 'another@example.test' })).status).toBe(422);
    await opened(api.clock.now());
    expect((await set({ password: 'another-password' })).status).toBe(200);
    await setHash(before);
  });

  it('limits guesses of the current password', async () => {
    const statuses = [];
    for (let attempt = 0; attempt < 6; attempt += 1)
      statuses.push(
        (await api.as('adult').patch('/me', { password: 'another-password', currentPassword: 'wrong' })).status,
      );
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
  });
});

describe('identity documents', () => {
  const send = async (name: PersonName) =>
    (await sendFile(api, name, Buffer.from('%PDF-1.7 '), { purpose: 'identity_document', mime: 'application/pdf' }))
      .body.uploadId as string;

  it.each<[PersonName, string]>([
    ['student', 'documents_required'],
    ['resubmit', 'need_resubmit'],
    ['professional', 'documents_required'],
  ])('put %s, who is %s, under review with full rights', async (name, state) => {
    await setPerson(name, { state });
    const id = await send(name);
    expect((await api.as(name).patch('/me', { identityDocumentUploadIds: [id] })).body).toMatchObject({
      state: 'under_review',
      resubmitReason: null,
    });
    expect((await api.as(name).get('/me/following')).status).not.toBe(403);
    await setPerson(name, { state });
    expect(await api.as(name).patch('/me', { identityDocumentUploadIds: [id] })).toMatchObject({ status: 422 });
    await setPerson(name, { state: name === 'resubmit' ? 'need_resubmit' : 'active' });
  });

  it('are rejected from other users and when uploaded by another user', async () => {
    expect(await api.as('adult').patch('/me', { identityDocumentUploadIds: [await send('adult')] })).toMatchObject({
      status: 409,
      body: { code: 'already' },
    });
    expect(
      (await api.as('unverified').patch('/me', { identityDocumentUploadIds: [await send('unverified')] })).status,
    ).toBe(422);
    expect((await api.as('resubmit').patch('/me', { identityDocumentUploadIds: [await send('adult')] })).status).toBe(
      422,
    );
  });

  it('are never served', async () => {
    const id = await send('student');
    expect((await api.as('student').get(`/images/${id}`)).status).toBe(404);
  });
});

describe('guardians', () => {
  const ask = (caller: Caller) => api.as(caller).post('/me/guardian', { email: 'chichi@example.test' });

  it.each<[Caller, number, string]>([
    ['unauthenticated', 401, 'unauthenticated'],
    ['anonymous', 401, 'unauthenticated'],
    ['adult', 403, 'age_restricted'],
    ['professional', 403, 'age_restricted'],
    ['child', 409, 'already'],
    ['suspended', 403, 'suspended'],
  ])('cannot be requested by %s', async (caller, status, code) => {
    expect(await ask(caller)).toMatchObject({ status, body: { code } });
  });

  it('consent once through the mailed link', async () => {
    await setPerson('child', { guardian_consent_at: null });
    expect((await ask('child')).body).toMatchObject({
      guardianConsentNeeded: true,
      guardianEmail: 'chichi@example.test',
    });
    const [mail] = await api.mail.deliver();
    expect(mail).toMatchObject({ to: 'chichi@example.test', subject: '【まなびば】保護者の方の同意のお願い' });
    const path = `/guardian_consents/${tokenIn(mail)}`;
    expect(await api.as('unauthenticated').get(path)).toMatchObject({
      status: 200,
      body: { nickname: expect.any(String), birthDate: '2018-03-03', state: 'asked', givenAt: null },
    });
    expect(await api.as('unauthenticated').post(path, { agree: true, name: '山田 太郎' })).toMatchObject({
      status: 200,
      body: { agreed: true },
    });
    expect((await api.as('child').get('/me')).body.guardianConsentNeeded).toBe(false);
    expect(await api.as('unauthenticated').post(path, { agree: false, name: '山田 太郎' })).toMatchObject({
      status: 410,
      body: { code: 'link_expired' },
    });
    expect((await api.as('unauthenticated').get(path)).body).toMatchObject({ state: 'given' });
  });

  it('decline with a mail to the user; the link of a replaced guardian is invalid', async () => {
    await setPerson('child', { guardian_consent_at: null });
    await ask('child');
    const old = tokenIn((await api.mail.deliver()).at(-1));
    await api.as('child').patch('/me', { guardianEmail: 'haha@example.test' });
    const token = tokenIn((await api.mail.deliver()).at(-1));
    expect(
      (await api.as('unauthenticated').post(`/guardian_consents/${old}`, { agree: true, name: '山田' })).status,
    ).toBe(410);
    expect(
      (await api.as('unauthenticated').post(`/guardian_consents/${token}`, { agree: false, name: '山田' })).body,
    ).toEqual({ agreed: false });
    expect((await api.mail.deliver()).at(-1)).toMatchObject({
      to: emailOf('child'),
      subject: '【まなびば】保護者の方の同意について',
    });
    expect((await api.as('child').get('/me')).body.guardianConsentNeeded).toBe(true);
  });

  it('need a mailbox of their own and are rate limited', async () => {
    await setPerson('child', { guardian_consent_at: null });
    expect((await api.as('child').post('/me/guardian', { email: emailOf('child') })).status).toBe(422);
    const statuses = [];
    for (let call = 0; call < 6; call += 1) statuses.push((await ask('child')).status);
    expect(statuses.at(-1)).toBe(429);
    await setPerson('child', { guardian_consent_at: api.clock.now() });
  });
});

describe('devices', () => {
  it('are listed to their owner and signed out at once', async () => {
    const other = (
      await api
        .as('unauthenticated')
        .post(
          '/auth/signin',
          { email: emailOf('subscriber'), password: testPassword },
          { 'user-agent': 'Phone of Hanako' },
        )
    ).body;
    const { items } = (await api.as('subscriber').get('/me/sessions')).body as {
      items: { id: string; userAgent: string; isCurrent: boolean }[];
    };
    expect(items.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ['Phone of Hanako', false],
      ['test', true],
    ]);
    const id = items[0]?.id ?? '';
    expect((await api.as('adult').delete(`/me/sessions/${id}`)).status).toBe(404);
    expect((await api.as('subscriber').delete(`/me/sessions/${id}`)).status).toBe(204);
    expect((await api.withToken(other.token).get('/me')).status).toBe(401);
    expect((await api.as('subscriber').delete(`/me/sessions/${id}`)).status).toBe(404);
  });

  it.each(everybody)('answer %s with %d', async (caller, status) => {
    expect((await api.as(caller).get('/me/sessions')).status).toBe(status);
  });
});

describe('withdrawing', () => {
  const leave = (caller: Caller, body: object = { password: testPassword }) =>
    api.app.inject({
      method: 'DELETE',
      url: '/v1/me',
      payload: body,
      headers: caller === 'unauthenticated' ? {} : { authorization: `Bearer ${api.tokens[caller]}` },
    });

  it.each<[PersonName]>([
    ['adult'],
    ['student'],
    ['child'],
    ['school'],
    ['professional'],
    ['subscriber'],
    ['unverified'],
    ['resubmit'],
  ])('and restoring works for %s', async (name) => {
    const { state } = await api.db
      .selectFrom('users')
      .select('state')
      .where('id', '=', api.people[name])
      .executeTakeFirstOrThrow();
    expect((await leave(name)).statusCode).toBe(204);
    expect((await api.as(name).get('/me')).status).toBe(401);
    expect((await api.as('unauthenticated').get(`/users/${api.people[name]}`)).status).toBe(404);
    const recipients = (await api.mail.deliver()).map(({ to }) => to).sort();
    expect(recipients).toEqual([
      ...(name === 'child' ? ['chichi@example.test'] : []),
      ...(name === 'school' ? [] : [emailOf(name)]),
    ]);
    await api.db.updateTable('sessions').set({ revoked_at: null }).execute();
    expect((await api.as(name).get('/me')).body.state).toBe('withdrawn');
    expect((await api.as(name).patch('/me', { job: 'x' })).status).toBe(403);
    expect(await api.as(name).post('/me/restore')).toMatchObject({ status: 200, body: { state } });
    expect((await api.as(name).post('/me/restore')).body.code).toBe(
      state === 'need_resubmit' ? 'need_resubmit' : 'already',
    );
  });

  it.each<[Caller, number]>([
    ['unauthenticated', 401],
    ['anonymous', 401],
    ['suspended', 403],
    ['withdrawn', 403],
  ])('is refused to %s', async (caller, status) => {
    expect((await leave(caller)).statusCode).toBe(status);
  });

  it('requires the password', async () => {
    expect((await leave('adult', { password: 'wrong' })).json()).toMatchObject({
      code: 'invalid',
      fields: { password: expect.any(String) },
    });
    expect((await leave('adult', {})).statusCode).toBe(422);
  });

  it('is refused before an upcoming paid event', async () => {
    const event = await insertEvent(api.db, { organizer_id: api.people.professional });
    const { rows } = await api.pool.query<{ id: string }>(
      "insert into ticket_types (id, event_id, name, kind, price, tax_rate, sale_start_at, sale_end_at) values ('tkt_1', $1, '一般', 'general', 1500, 10, now(), now()) returning id",
      [event],
    );
    await api.db
      .insertInto('participations')
      .values({
        id: 'par_1',
        event_id: event,
        ticket_type_id: rows[0]?.id ?? '',
        user_id: api.people.adult,
        guest_email: null,
        route: 'general',
        state: 'confirmed',
        payment_intent_id: null,
        amount: 1500,
      })
      .execute();
    for (const name of ['adult', 'professional'] as const) {
      expect((await leave(name)).json()).toEqual({
        code: 'conflict',
        error: '開催前の有料イベントがあるため、退会できません。',
        fields: { account: '開催前の有料イベントがあるため、退会できません。' },
      });
    }
    await api.db.deleteFrom('participations').execute();
  });

  it('shows content as by a withdrawn user and deletes all personal data after 30 days', async () => {
    const room = await insertClassroom(api.db, { host_id: api.people.student });
    await insertComment(api.db, { classroom_id: room, user_id: api.people.otherStudent });
    const rated = { user_id: api.people.otherStudent, host_id: api.people.student };
    const kept = await insertRating(api, { ...rated, classroom_id: room });
    const otherRoom = await insertClassroom(api.db, { host_id: api.people.student });
    await insertRating(api, { ...rated, classroom_id: otherRoom, is_public: false });
    const answered = { poll_id: await insertPoll(api.db, { classroom_id: room }), user_id: api.people.otherStudent };
    await api.db
      .insertInto('classroom_poll_answers')
      .values({ ...answered, choices: [0], text: '', answered_at: api.clock.now() })
      .execute();
    await insertMaterial(api.db, { classroom_id: room, user_id: api.people.otherStudent });
    const event = await insertEvent(api.db, { organizer_id: api.people.student });
    await insertHostMessage(api, { event_id: event, user_id: api.people.otherStudent });
    const place = { event_id: event, ticket_type_id: await insertTicketType(api.db, { event_id: event }) };
    const seat = await insertParticipation(api.db, { ...place, user_id: api.people.otherStudent, state: 'cancelled' });
    await insertParticipation(api.db, { ...place, lead_id: seat, companion_name: '花' });
    const series = await insertSeries(api.db, { host_id: api.people.student });
    await insertCertificate(api, series.id, api.people.otherStudent);
    const ownSeries = await insertSeries(api.db, { host_id: api.people.otherStudent });
    await insertCertificate(api, ownSeries.id, api.people.student);
    await insertSplit(api.db, room, { userIds: [api.people.otherStudent] });
    await api.db
      .insertInto('follows')
      .values({ follower_id: api.people.otherStudent, followee_id: api.people.professional })
      .execute();
    await setPerson('professional', { follower_count: 1 });
    const picture = (await sendFile(api, 'otherStudent', await aPicture(), { purpose: 'avatar', mime: 'image/png' }))
      .body.uploadId as string;
    await leave('otherStudent', { password: 'another-password' });
    expect((await api.as('student').get(`/classrooms/${room}/comments`)).body.items[0].user).toBeNull();
    const { db, clock } = api;
    const storage = createStorage(api.env.storageUrl);
    const housekeeping = createAccountHousekeeping({
      db,
      withdrawals: createWithdrawalRepository(db),
      uploads: createUploadsService({
        uploads: createUploadsRepository(db),
        storage,
        limiter: createLimiter({ db, clock }),
        clock,
      }),
    });
    const rowOf = () =>
      db.selectFrom('users').selectAll().where('id', '=', api.people.otherStudent).executeTakeFirstOrThrow();
    await setPerson('otherStudent', { withdrawn_at: subDays(clock.now(), 29) });
    await housekeeping(clock.now());
    expect((await rowOf()).email).toBe(emailOf('otherStudent'));
    await setPerson('otherStudent', { withdrawn_at: subDays(clock.now(), 31) });
    expect(
      (
        await api
          .as('unauthenticated')
          .post('/auth/signin', { email: emailOf('otherStudent'), password: 'another-password' })
      ).status,
    ).toBe(200);
    await housekeeping(clock.now());
    expect(JSON.stringify(await rowOf())).not.toMatch(/example\.test|argon2|別の学生|2008/);
    expect(
      (
        await api
          .as('unauthenticated')
          .post('/auth/signin', { email: emailOf('otherStudent'), password: 'another-password' })
      ).status,
    ).toBe(401);
    expect(await storage.get(`avatar/${picture}`)).toBeNull();
    expect(await db.selectFrom('ratings').select('id').execute()).toEqual([{ id: kept }]);
    expect((await api.as('student').get(`/ratings/classroom/${room}`)).body).toMatchObject({
      items: [{ id: kept, user: null, isGone: true }],
    });
    expect(await db.selectFrom('classroom_poll_answers').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('classroom_materials').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('host_messages').selectAll().execute()).toEqual([]);
    expect(
      await db.selectFrom('participations').select(['companion_name', 'state']).where('lead_id', '=', seat).execute(),
    ).toEqual([{ companion_name: null, state: 'confirmed' }]);
    expect(await db.selectFrom('certificates').select(['series_id', 'host_name']).execute()).toEqual([
      { series_id: ownSeries.id, host_name: '退会したユーザー' },
    ]);
    expect(await db.selectFrom('classroom_group_members').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('classroom_group_stays').selectAll().execute()).toEqual([]);
    expect(
      (
        await db
          .selectFrom('users')
          .select('follower_count')
          .where('id', '=', api.people.professional)
          .executeTakeFirst()
      )?.follower_count,
    ).toBe(0);
    expect((await api.as('student').get(`/classrooms/${room}/comments`)).body.items).toHaveLength(1);
  });
});
