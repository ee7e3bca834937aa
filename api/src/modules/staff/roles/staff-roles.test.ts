import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import type { PersonName } from '../../../testing/test-people';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.db.deleteFrom('staff_role_proposals').execute();
  await setRole('subscriber', 'staff');
  for (const name of ['adult', 'otherAdult'] as const) await setRole(name, 'user');
  await api.signInAgain();
});

const setRole = (name: PersonName, role: 'user' | 'staff') =>
  api.db.updateTable('users').set({ role }).where('id', '=', api.people[name]).execute();
const propose = (
  name: PersonName,
  change: 'give' | 'take',
  by: PersonName = 'staff',
  reason = '窓口の担当になるため',
) => api.as(by).post(`/staff/people/${api.people[name]}/role_proposals`, { change, reason });
const decide = (id: string, decision: 'accept' | 'decline', by: PersonName) =>
  api.as(by).post(`/staff/role_proposals/${id}/decision`, { decision });
const proposed = async (name: PersonName, change: 'give' | 'take') =>
  ((await propose(name, change)).body as { id: string }).id;
const roleOf = async (name: PersonName) =>
  (await api.db.selectFrom('users').select('role').where('id', '=', api.people[name]).executeTakeFirstOrThrow()).role;
const lastAction = async () =>
  (await api.as('staff').get('/staff/audit_log?limit=1')).body.items[0] as Record<string, unknown>;

it('gives the role once a second person has accepted, and signs the new member out everywhere', async () => {
  const id = await proposed('adult', 'give');
  expect(await roleOf('adult')).toBe('user');
  expect((await api.as('subscriber').get('/staff/role_proposals')).body.items).toEqual([
    {
      id,
      change: 'give',
      reason: '窓口の担当になるため',
      user: { id: api.people.adult, nickname: '大人' },
      proposedBy: { id: api.people.staff, nickname: '運営' },
      proposedAt: expect.any(String),
    },
  ]);
  expect((await api.as('staff').get('/staff/counts')).body.roleProposals).toBe(1);
  expect((await decide(id, 'accept', 'subscriber')).status).toBe(204);
  expect(await roleOf('adult')).toBe('staff');
  expect((await api.as('adult').get('/me/notifications')).status).toBe(401);
  expect(await lastAction()).toMatchObject({
    action: 'give-role',
    who: api.people.subscriber,
    subjectId: api.people.adult,
    before: 'user',
    after: 'staff',
  });
});

it('takes the role back, and leaves the second factor of the account', async () => {
  const factor = { user_id: api.people.subscriber, secret: 'x', created_at: new Date(), confirmed_at: new Date() };
  await api.db.insertInto('second_factors').values(factor).execute();
  const id = await proposed('subscriber', 'take');
  await setRole('otherAdult', 'staff');
  expect((await decide(id, 'accept', 'otherAdult')).status).toBe(204);
  expect(await roleOf('subscriber')).toBe('user');
  expect(await api.db.selectFrom('second_factors').selectAll().execute()).toHaveLength(1);
  await api.db.deleteFrom('second_factors').execute();
});

it('is accepted neither by who proposed it nor by whom it is about, who may decline it', async () => {
  const id = await proposed('subscriber', 'take');
  for (const by of ['staff', 'subscriber'] as const)
    expect((await decide(id, 'accept', by)).body).toMatchObject({
      code: 'invalid',
      fields: { decision: expect.any(String) },
    });
  expect(await roleOf('subscriber')).toBe('staff');
  expect((await decide(id, 'decline', 'staff')).status).toBe(204);
  expect((await lastAction()).action).toBe('decline-role');
  expect((await decide(id, 'accept', 'subscriber')).status).toBe(409);
  expect((await propose('subscriber', 'take')).status).toBe(201);
});

it('is decided once, whoever is first', async () => {
  const id = await proposed('adult', 'give');
  const answers = await Promise.all([decide(id, 'accept', 'subscriber'), decide(id, 'decline', 'subscriber')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
});

it('does nothing when the user has changed meanwhile', async () => {
  const id = await proposed('adult', 'give');
  await api.db.updateTable('users').set({ state: 'suspended' }).where('id', '=', api.people.adult).execute();
  expect((await decide(id, 'accept', 'subscriber')).status).toBe(409);
  expect(await roleOf('adult')).toBe('user');
  await api.db.updateTable('users').set({ state: 'active' }).where('id', '=', api.people.adult).execute();
});

it.each([
  ['the role for a member of the staff', 'subscriber', 'give', 409],
  ['the role for a professional', 'professional', 'give', 409],
  ['the role for somebody who is suspended', 'suspended', 'give', 409],
  ['to take it from somebody who does not have it', 'adult', 'take', 409],
  ['anything about oneself', 'staff', 'take', 422],
] as const)('cannot propose %s', async (_what, name, change, status) => {
  expect((await propose(name, change)).status).toBe(status);
});

it('cannot propose twice, without a reason, or about nobody', async () => {
  await propose('adult', 'give');
  expect((await propose('adult', 'give', 'subscriber')).status).toBe(409);
  expect((await propose('otherAdult', 'give', 'staff', ' ')).body.fields).toEqual({ reason: expect.any(String) });
  expect(
    (await api.as('staff').post('/staff/people/usr_none/role_proposals', { change: 'give', reason: 'x' })).status,
  ).toBe(404);
  expect((await decide('rol_none', 'accept', 'staff')).status).toBe(404);
});
