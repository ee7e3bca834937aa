import type { PersonRecord } from '@manabiba/shared/contract/staff-people';

import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { emailOf, type PersonName } from '../../../testing/test-people';

const GUARDIAN = 'hogosha@example.test';
const REASON = '届かないとの連絡';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.mail.deliver();
  api.mail.sent.length = 0;
});

const staff = () => api.as('staff');
const recordOf = async (name: PersonName): Promise<PersonRecord> =>
  (await staff().get(`/staff/people/${api.people[name]}`)).body;
const sendableTo = async (name: PersonName) => (await recordOf(name)).mails.map(({ mail, to }) => [mail, to]);
const send = (name: PersonName, mail: string, reason = REASON) =>
  staff().post(`/staff/people/${api.people[name]}/mails`, { mail, reason });
const change = (name: PersonName, values: object) =>
  api.db.updateTable('users').set(values).where('id', '=', api.people[name]).execute();
/** Makes the child one whose guardian has been asked and has not answered. */
const askGuardian = (changes: object = {}) =>
  change('child', { guardian_email: GUARDIAN, guardian_consent_at: null, guardian_refused_at: null, ...changes });

describe('which mails can be sent', () => {
  it.each<[PersonName, [string, string][]]>([
    ['adult', [['password_reset', emailOf('adult')]]],
    [
      'unverified',
      [
        ['verification', emailOf('unverified')],
        ['password_reset', emailOf('unverified')],
      ],
    ],
    [
      'resubmit',
      [
        ['documents_returned', emailOf('resubmit')],
        ['password_reset', emailOf('resubmit')],
      ],
    ],
    ['school', []],
    ['suspended', []],
    ['withdrawn', []],
  ])('to %s', async (name, expected) => {
    expect(await sendableTo(name)).toEqual(expected);
  });

  it('verifies the new address of a user who changes it', async () => {
    await change('otherAdult', { pending_email: 'new@example.test' });
    expect(await sendableTo('otherAdult')).toContainEqual(['verification', 'new@example.test']);
    expect((await send('otherAdult', 'verification')).status).toBe(204);
    expect(await api.mail.deliver()).toMatchObject([
      { to: 'new@example.test', subject: '【まなびば】新しいメールアドレスの確認' },
    ]);
  });

  it('asks a guardian who has not answered, and not one who has', async () => {
    const asked = ['guardian_consent', GUARDIAN];
    await askGuardian();
    expect(await sendableTo('child')).toContainEqual(asked);
    for (const answered of [{ guardian_consent_at: new Date() }, { guardian_refused_at: new Date() }]) {
      await askGuardian(answered);
      expect(await sendableTo('child')).not.toContainEqual(asked);
      expect((await send('child', 'guardian_consent')).status).toBe(409);
    }
  });
});

it.each<[PersonName, string, string, string]>([
  ['unverified', 'verification', emailOf('unverified'), 'メールアドレスの確認'],
  ['resubmit', 'documents_returned', emailOf('resubmit'), '本人確認書類の再提出のお願い'],
  ['adult', 'password_reset', emailOf('adult'), 'パスワードの再設定'],
  ['child', 'guardian_consent', GUARDIAN, '保護者の方の同意のお願い'],
])('sends %s the mail %s once, and writes it down', async (name, mail, to, subject) => {
  await askGuardian();
  expect((await send(name, mail)).status).toBe(204);
  const sent = await api.mail.deliver();
  expect(sent.map(({ to: address }) => address)).toEqual([to]);
  expect(sent[0]?.subject).toContain(subject);
  expect((await recordOf(name)).history[0]).toMatchObject({
    action: `send-${mail.replace('_', '-')}`,
    detail: REASON,
    who: '運営',
  });
});

it('sends the reason of the return again, and a link that works', async () => {
  await send('resubmit', 'documents_returned');
  expect((await api.mail.deliver())[0]?.text).toContain('写真が不鮮明です。');
  await send('unverified', 'verification');
  const token = /verify_email\?token=([\w-]+)/.exec((await api.mail.deliver()).at(-1)?.text ?? '')?.[1];
  expect((await api.as('unauthenticated').post('/auth/verify-email', { token })).status).toBe(200);
  await change('unverified', { email_verified_at: null, state: 'email_unverified' });
});

it('shows the outcome of the last mail', async () => {
  const lastOf = async () => (await recordOf('unverified')).mails[0]?.last?.state;
  await api.db.deleteFrom('mails').execute();
  expect(await lastOf()).toBeUndefined();
  await send('unverified', 'verification');
  expect(await lastOf()).toBe('queued');
  await api.mail.deliver();
  expect(await lastOf()).toBe('sent');
  await api.db.updateTable('mails').set({ sent_at: null, failed_at: new Date() }).execute();
  expect(await lastOf()).toBe('failed');
});

it('refuses what has no purpose, and sends nothing', async () => {
  expect((await send('adult', 'verification')).status).toBe(409);
  expect((await send('adult', 'documents_returned')).status).toBe(409);
  expect((await send('school', 'password_reset')).status).toBe(409);
  expect((await send('suspended', 'password_reset')).status).toBe(409);
  expect((await staff().post('/staff/people/usr_none/mails', { mail: 'verification', reason: REASON })).status).toBe(
    404,
  );
  expect(await send('adult', 'newsletter')).toMatchObject({
    status: 422,
    body: { fields: { mail: expect.any(String) } },
  });
  expect(await send('adult', 'password_reset', ' ')).toMatchObject({
    status: 422,
    body: { fields: { reason: expect.any(String) } },
  });
  expect(await api.mail.deliver()).toEqual([]);
});

it('sends no more mails to one mailbox than anybody may have sent to it', async () => {
  const statuses = [];
  for (let count = 0; count < 21; count += 1) statuses.push((await send('subscriber', 'password_reset')).status);
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 204));
  expect(statuses[20]).toBe(429);
});
