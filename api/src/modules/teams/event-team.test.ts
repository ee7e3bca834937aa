import { MAX_TEAM_MEMBERS, TEAM_INVITATION_DAYS } from '@manabiba/shared/contract/limits';
import type { EventRole } from '@manabiba/shared/contract/team-rights';
import { addMinutes } from 'date-fns';
import { millisecondsInDay } from 'date-fns/constants';

import { clearContent, insertCategories, insertEvent, insertParticipation, insertTicketType } from '../../testing/rows';
import { startTestApp, type TestAnswer, type TestApp, type TestClient } from '../../testing/start-test-app';
import { emailOf, type PersonName } from '../../testing/test-people';
import { insertMember, insertTeamInvitation } from './testing/insert-member';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(() => {
  world.mail.sent.length = 0;
});
afterEach(async () => {
  await world.events.runDue();
  await world.runJobs();
  await clearContent(world.db);
  for (const table of ['notification_causes', 'notifications', 'user_blocks', 'mails', 'rate_limits'] as const)
    await world.db.deleteFrom(table).execute();
  await world.db.updateTable('users').set({ role: 'user' }).where('id', '=', person('adult')).execute();
});
afterAll(() => world.close());

const person = (name: PersonName) => world.people[name];
const owner = () => world.as('professional');

/** Inserts a published event of the professional with a seat of the student. */
async function anEvent() {
  const id = await insertEvent(world.db, { organizer_id: person('professional'), title: '最初の銀河' });
  const ticket = await insertTicketType(world.db, { event_id: id, quota: null });
  const seat = await insertParticipation(world.db, {
    event_id: id,
    ticket_type_id: ticket,
    user_id: person('student'),
    amount: 0,
  });
  return { id, ticket, seat, path: (rest = '') => `/org/events/${id}${rest}` };
}
const member = (eventId: string, roles: EventRole[], name: PersonName = 'adult') =>
  insertMember(world, { event_id: eventId, user_id: person(name), roles });
const invite = (path: string, email: string, roles: EventRole[] = ['reception']) =>
  owner().post(`${path}/team`, { email, roles });
async function logOf(eventId: string, name: PersonName = 'professional'): Promise<string[]> {
  const { body } = await world.as(name).get(`/org/events/${eventId}/team/log`);
  return body.items.map((entry: { act: string; subject: string; actor: { nickname: string } | null }) =>
    [entry.actor?.nickname ?? '-', entry.act, entry.subject].join(' ').trim(),
  );
}
const codeOf = ({ status, body }: TestAnswer) => (status < 300 ? status : `${status} ${body.code}`);
/** Returns the token of the link in the last mail. */
async function mailedToken(): Promise<string> {
  await world.mail.deliver();
  return /team_invitations\/([\w-]+)/.exec(world.mail.sent.at(-1)?.text ?? '')?.[1] ?? '';
}

describe('what a role allows', () => {
  const aTicket = () => ({
    name: '学割',
    kind: 'general',
    price: 500,
    taxRate: 10,
    quota: null,
    saleStartAt: new Date(world.clock.now().getTime()).toISOString(),
    saleEndAt: addMinutes(world.clock.now(), 5).toISOString(),
  });
  type Setting = Awaited<ReturnType<typeof anEvent>>;
  type Send = (client: TestClient, event: Setting) => Promise<TestAnswer>;
  const calls: Record<string, { by: EventRole[]; send: Send; success?: number | string }> = {
    'read the event': { by: ['edit', 'reception', 'sales'], send: (client, { path }) => client.get(path()) },
    'read the team': { by: ['edit', 'reception', 'sales'], send: (client, { path }) => client.get(path('/team')) },
    'read the log': { by: ['edit', 'reception', 'sales'], send: (client, { path }) => client.get(path('/team/log')) },
    'edit the event': { by: ['edit'], send: (client, { path }) => client.patch(path(), { subtitle: '入門' }) },
    'add a ticket': {
      by: ['edit'],
      send: (client, { path }) => client.post(path('/ticket_types'), aTicket()),
      success: 201,
    },
    'change a ticket': {
      by: ['edit'],
      send: (client, { path, ticket }) => client.patch(path(`/ticket_types/${ticket}`), { name: '早割' }),
    },
    'delete a ticket': {
      by: ['edit'],
      send: (client, { path, ticket }) => client.delete(path(`/ticket_types/${ticket}`)),
      success: '409 conflict',
    },
    'read the codes': { by: ['edit'], send: (client, { path }) => client.get(path('/invitations')) },
    'make a code': {
      by: ['edit'],
      send: (client, { path, ticket }) => client.post(path('/invitations'), { ticketTypeId: ticket, maxUses: 1 }),
      success: 201,
    },
    'revoke a code': {
      by: ['edit'],
      send: (client, { path }) => client.delete(path('/invitations/inv_x')),
      success: '404 not_found',
    },
    'read the messages': { by: ['edit'], send: (client, { path }) => client.get(path('/messages')) },
    'send a message': {
      by: ['edit'],
      send: (client, { path }) => client.post(path('/messages'), { subject: '件名', body: '本文' }),
      success: 201,
    },
    'read the participants': {
      by: ['reception', 'sales'],
      send: (client, { path }) => client.get(path('/participants')),
    },
    'download the participants': {
      by: ['reception', 'sales'],
      send: (client, { path }) => client.get(path('/participants.csv')),
    },
    'check somebody in': {
      by: ['reception'],
      send: (client, { path, seat }) => client.put(path(`/participants/${seat}/check_in`), { isCheckedIn: true }),
    },
    'read the sales': { by: ['sales'], send: (client, { path }) => client.get(path('/sales')) },
    refund: { by: ['sales'], send: (client, { path, seat }) => client.post(path(`/participants/${seat}/refund`)) },
    'invite somebody': {
      by: [],
      send: (client, { path }) => client.post(path('/team'), { email: 'new@example.test', roles: ['edit'] }),
      success: 201,
    },
    'change roles': {
      by: [],
      send: async (client, { id, path }) =>
        client.put(path(`/team/${(await insertTeamInvitation(world, { event_id: id })).id}`), { roles: ['edit'] }),
    },
    'remove somebody': {
      by: [],
      send: async (client, { id, path }) =>
        client.delete(path(`/team/${(await insertTeamInvitation(world, { event_id: id })).id}`)),
      success: 204,
    },
    'publish it': { by: [], send: (client, { path }) => client.post(path('/publish')), success: '409 already' },
    'copy it': { by: [], send: (client, { path }) => client.post(path('/duplicate')), success: 201 },
    'cancel it': {
      by: [],
      send: (client, { path }) => client.delete(path(), {}, { reason: '会場の都合' }),
      success: 204,
    },
  };

  it.each(Object.entries(calls))('to %s', async (_name, { by, send, success = 200 }) => {
    const answers: Record<string, unknown> = {};
    const expected: Record<string, unknown> = { owner: success, outsider: '404 not_found' };
    // A professional, so that the contract refuses none of the calls before the event decides.
    await world.db.updateTable('users').set({ role: 'professional' }).where('id', '=', person('adult')).execute();
    for (const role of ['edit', 'reception', 'sales'] as const) {
      const event = await anEvent();
      await member(event.id, [role]);
      answers[role] = codeOf(await send(world.as('adult'), event));
      expected[role] = by.includes(role) ? success : '403 role_required';
    }
    answers['owner'] = codeOf(await send(owner(), await anEvent()));
    answers['outsider'] = codeOf(await send(world.as('adult'), await anEvent()));
    expect(answers).toEqual(expected);
  });

  it('hides codes and amounts from those who may not see them', async () => {
    const { id, ticket, path } = await anEvent();
    await insertParticipation(world.db, {
      event_id: id,
      ticket_type_id: ticket,
      user_id: person('subscriber'),
      amount: 1500,
      payment_method: 'card',
    });
    await owner().post(path('/invitations'), { ticketTypeId: ticket, maxUses: 1 });
    await member(id, ['reception']);
    await member(id, ['sales'], 'otherAdult');
    const reception = world.as('adult');
    expect((await reception.get(path())).body).toMatchObject({
      invitations: [],
      myAccess: { isOwner: false, roles: ['reception'] },
    });
    expect((await reception.get(path('/participants'))).body.items[0]).toMatchObject({
      amount: null,
      paymentMethod: null,
    });
    expect((await world.as('otherAdult').get(path('/participants'))).body.items[0]).toMatchObject({ amount: 1500 });
    const { body } = await world.app.inject({
      url: `/v1${path('/participants.csv')}`,
      headers: { authorization: `Bearer ${world.tokens.adult}` },
    });
    expect(body).toContain('会員');
    expect(body).not.toContain('1500');
    expect((await owner().get(path())).body.invitations).toHaveLength(1);
  });

  it('lists the event among their own, and a draft for them alone', async () => {
    const { id } = await anEvent();
    await world.db.updateTable('events').set({ state: 'draft' }).where('id', '=', id).execute();
    await member(id, ['edit']);
    expect((await world.as('adult').get('/org/events')).body.items).toMatchObject([
      { id, myAccess: { isOwner: false, roles: ['edit'] } },
    ]);
    expect((await world.as('adult').get(`/events/${id}`)).status).toBe(200);
    expect((await world.as('otherAdult').get('/org/events')).body.items).toEqual([]);
    expect((await world.as('otherAdult').get(`/events/${id}`)).status).toBe(404);
  });
});

describe('an invitation', () => {
  it('goes by mail, notifies its account, and makes whoever accepts it a member', async () => {
    const { id, path } = await anEvent();
    const invited = await invite(path(), emailOf('adult'), ['sales', 'reception']);
    expect(invited).toMatchObject({
      status: 201,
      body: { user: null, email: emailOf('adult'), roles: ['reception', 'sales'] },
    });
    const token = await mailedToken();
    expect(world.mail.sent.map(({ to }) => to)).toEqual([emailOf('adult')]);
    expect(world.mail.sent[0]?.text).toContain('最初の銀河');
    await world.events.runDue();
    await world.runJobs();
    expect((await world.as('adult').get('/me/notifications')).body.items).toMatchObject([
      { kind: 'teamInvitation', url: `/team_invitations/${token}` },
    ]);
    expect((await world.as('unauthenticated').get(`/team_invitations/${token}`)).body).toMatchObject({
      eventTitle: '最初の銀河',
      email: emailOf('adult'),
      roles: ['reception', 'sales'],
    });
    expect((await world.as('adult').get('/me')).body).toMatchObject({ isEventMember: false });
    expect((await world.as('adult').post(`/team_invitations/${token}`)).body).toEqual({
      kind: 'event',
      id,
      eventId: id,
    });
    expect((await world.as('adult').get('/me')).body).toMatchObject({ isEventMember: true });
    expect((await world.as('adult').get(path('/team'))).body.members).toMatchObject([
      { user: { id: person('adult') }, email: null, invitedUntil: null, isMe: true },
    ]);
    expect(codeOf(await world.as('otherAdult').post(`/team_invitations/${token}`))).toBe('410 link_expired');
    expect(await logOf(id, 'adult')).toEqual([
      '大人 member_joined 受付・売上',
      'プロ member_invited ad***@example.test: 受付・売上',
    ]);
  });

  it('reaches an address without an account, and shows it to the owner alone', async () => {
    const { id, path } = await anEvent();
    await invite(path(), 'new@example.test');
    await member(id, ['reception']);
    await mailedToken();
    expect(world.mail.sent.map(({ to }) => to)).toEqual(['new@example.test']);
    expect((await owner().get(path('/team'))).body).toMatchObject({
      members: [{ email: 'new@example.test' }, {}],
      remaining: MAX_TEAM_MEMBERS - 2,
    });
    const { body } = await world.as('adult').get(path('/team'));
    expect(body.members).toHaveLength(1);
    expect(JSON.stringify(body)).not.toContain('new@example.test');
  });

  it('is refused for oneself, without a role, beyond the bound and after the event', async () => {
    const { id, path } = await anEvent();
    expect((await invite(path(), emailOf('professional'))).body.fields).toHaveProperty('email');
    expect((await invite(path(), 'new@example.test', [])).body.fields).toHaveProperty('roles');
    for (let index = 0; index < MAX_TEAM_MEMBERS; index += 1)
      await insertTeamInvitation(world, { event_id: id, email: `m${index}@example.test` });
    expect(codeOf(await invite(path(), 'new@example.test'))).toBe('409 conflict');
    await world.db
      .updateTable('team_members')
      .set({ expires_at: world.clock.now() })
      .where('email', '=', 'm0@example.test')
      .execute();
    expect(codeOf(await invite(path(), 'new@example.test'))).toBe(201);
    await world.db.updateTable('events').set({ state: 'ended' }).where('id', '=', id).execute();
    expect(codeOf(await invite(path(), 'other@example.test'))).toBe('409 conflict');
  });

  it('is for one address once, even of two at the same time', async () => {
    const { path } = await anEvent();
    const answers = await Promise.all([invite(path(), 'new@example.test'), invite(path(), 'NEW@example.test')]);
    expect(answers.map(codeOf).sort()).toEqual([201, '409 already']);
    await world.mail.deliver();
    expect(world.mail.sent).toHaveLength(1);
  });

  it('is accepted once, even by two accounts at the same time', async () => {
    const { id, path } = await anEvent();
    const { token } = await insertTeamInvitation(world, { event_id: id });
    const answers = await Promise.all(
      (['adult', 'otherAdult'] as const).map((name) => world.as(name).post(`/team_invitations/${token}`)),
    );
    expect(answers.map(codeOf).sort()).toEqual([200, '410 link_expired']);
    expect((await owner().get(path('/team'))).body.members).toHaveLength(1);
  });

  it.each<[string, (id: string, token: string, path: string) => Promise<unknown>]>([
    ['withdrawal', (id, _token, path) => owner().delete(`${path}/team/${id}`)],
    ['a refusal', (_id, token) => world.as('unauthenticated').post(`/team_invitations/${token}/decline`)],
    [
      'its last day',
      (id) =>
        world.db.updateTable('team_members').set({ expires_at: world.clock.now() }).where('id', '=', id).execute(),
    ],
    [
      'a block',
      () =>
        world.db
          .insertInto('user_blocks')
          .values({ blocker_id: person('adult'), blocked_id: person('professional'), created_at: world.clock.now() })
          .execute(),
    ],
  ])('cannot be accepted after %s', async (_name, end) => {
    const { id: eventId, path } = await anEvent();
    const { id, token } = await insertTeamInvitation(world, { event_id: eventId });
    await end(id, token, path());
    expect(codeOf(await world.as('adult').post(`/team_invitations/${token}`))).toBe('410 link_expired');
    expect(codeOf(await world.as('adult').get(path()))).toBe('404 not_found');
  });

  it('is either withdrawn or accepted, when both happen at once', async () => {
    const { id: eventId, path } = await anEvent();
    const { id, token } = await insertTeamInvitation(world, { event_id: eventId });
    const [accepted, withdrawn] = await Promise.all([
      world.as('adult').post(`/team_invitations/${token}`),
      owner().delete(path(`/team/${id}`)),
    ]);
    // Whichever came first, nobody is a member whom the owner has removed.
    expect(withdrawn.status).toBe(204);
    expect([200, 410]).toContain(accepted.status);
    expect((await owner().get(path('/team'))).body.members).toEqual([]);
    expect(codeOf(await world.as('adult').get(path()))).toBe('404 not_found');
  });

  it(`lasts ${TEAM_INVITATION_DAYS} days`, async () => {
    const { id, path } = await anEvent();
    await invite(path(), 'new@example.test');
    const { expires_at: expiresAt } = await world.db
      .selectFrom('team_members')
      .select('expires_at')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Math.round(((expiresAt?.getTime() ?? 0) - world.clock.now().getTime()) / millisecondsInDay)).toBe(
      TEAM_INVITATION_DAYS,
    );
  });

  it('neither reaches whoever has blocked the owner nor says so', async () => {
    const { path } = await anEvent();
    await world.db
      .insertInto('user_blocks')
      .values({ blocker_id: person('adult'), blocked_id: person('professional'), created_at: world.clock.now() })
      .execute();
    expect(codeOf(await invite(path(), emailOf('adult')))).toBe(201);
    await world.mail.deliver();
    await world.events.runDue();
    await world.runJobs();
    expect(world.mail.sent).toEqual([]);
    expect((await world.as('adult').get('/me/notifications')).body.items).toEqual([]);
  });

  it('to the sales is not for users under 18, nor can they get the role later', async () => {
    const { id, path } = await anEvent();
    await world.db
      .updateTable('users')
      .set({ birth_date: '2010-01-01' })
      .where('id', '=', person('otherStudent'))
      .execute();
    const { token } = await insertTeamInvitation(world, { event_id: id, roles: ['sales'] });
    expect(codeOf(await world.as('otherStudent').post(`/team_invitations/${token}`))).toBe('403 age_restricted');
    const memberId = await member(id, ['reception'], 'otherStudent');
    expect(codeOf(await owner().put(path(`/team/${memberId}`), { roles: ['reception', 'sales'] }))).toBe(
      '403 age_restricted',
    );
    expect(codeOf(await owner().put(path(`/team/${memberId}`), { roles: ['edit', 'reception'] }))).toBe(200);
    expect(await logOf(id)).toEqual(['プロ member_roles_changed 別の学生さん(編集・受付)']);
  });
});

describe('a member', () => {
  it('who is removed can do nothing any more', async () => {
    const { id, path, seat } = await anEvent();
    const memberId = await member(id, ['reception']);
    const checkIn = () => world.as('adult').put(path(`/participants/${seat}/check_in`), { isCheckedIn: true });
    expect((await checkIn()).body.checkedInAt).not.toBeNull();
    expect(codeOf(await owner().delete(path(`/team/${memberId}`)))).toBe(204);
    expect(codeOf(await checkIn())).toBe('404 not_found');
    expect(await logOf(id)).toEqual(['プロ member_removed 大人さん', '大人 participant_checked_in 学生さん']);
  });

  it('can leave, and remove nobody else', async () => {
    const { id, path } = await anEvent();
    const own = await member(id, ['edit']);
    const other = await member(id, ['edit'], 'otherAdult');
    expect(codeOf(await world.as('adult').delete(path(`/team/${other}`)))).toBe('403 role_required');
    expect(codeOf(await world.as('adult').delete(path(`/team/${own}`)))).toBe(204);
    expect(codeOf(await world.as('adult').get(path()))).toBe('404 not_found');
    expect(await logOf(id)).toEqual(['大人 member_left']);
  });

  it('checks in each seat once in the log, and takes it back', async () => {
    const { id, path, seat, ticket } = await anEvent();
    await member(id, ['reception']);
    const put = (participation: string, isCheckedIn: boolean) =>
      world.as('adult').put(path(`/participants/${participation}/check_in`), { isCheckedIn });
    await Promise.all([put(seat, true), put(seat, true)]);
    await put(seat, false);
    expect(await logOf(id)).toEqual(['大人 check_in_undone 学生さん', '大人 participant_checked_in 学生さん']);
    const waiting = await insertParticipation(world.db, {
      event_id: id,
      ticket_type_id: ticket,
      user_id: person('subscriber'),
      state: 'waitlisted',
    });
    expect(codeOf(await put(waiting, true))).toBe('409 conflict');
    expect(codeOf(await put((await anEvent()).seat, true))).toBe('404 not_found');
  });

  it('writes to the participants in the name of the event, and answers for it', async () => {
    const { id, path } = await anEvent();
    await member(id, ['edit']);
    await world.as('adult').post(path('/messages'), { subject: '持ち物', body: '筆記用具をお持ちください。' });
    await world.events.runDue();
    await world.runJobs();
    expect((await world.as('student').get('/me/notifications')).body.items).toMatchObject([
      { kind: 'organizerMessage', actor: { id: person('professional') } },
    ]);
    const { user_id: author } = await world.db
      .selectFrom('host_messages')
      .select('user_id')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(author).toBe(person('adult'));
    expect(await logOf(id)).toEqual(['大人 message_sent 持ち物']);
  });
});

it('the log is read in pages by all of the team', async () => {
  const { id, path } = await anEvent();
  await member(id, ['edit']);
  for (const title of ['一', '二', '三']) await owner().patch(path(), { title });
  const first = (await world.as('adult').get(path('/team/log?limit=2'))).body;
  expect(first.items).toHaveLength(2);
  const second = (await world.as('adult').get(path(`/team/log?limit=2&cursor=${first.nextCursor}`))).body;
  expect(second).toMatchObject({ items: [{ act: 'event_updated', subject: '題名' }], nextCursor: null });
});
