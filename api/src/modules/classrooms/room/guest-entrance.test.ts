import { addDays, addMinutes, startOfHour } from 'date-fns';

import { organizing } from '../../../testing/events';
import { insertGuestTicket } from '../../../testing/guest-tickets';
import { clearContent, insertCategories, insertParticipation } from '../../../testing/rows';
import { startTestApp, type TestApp, type TestClient } from '../../../testing/start-test-app';
import { openTokens } from '../../../testing/test-people';

let world: TestApp;
// Ahead: the contract bounds times of starts by the real clock.
const begin = startOfHour(addDays(new Date(), 1));
beforeAll(async () => {
  world = await startTestApp({ now: begin });
  await insertCategories(world.db);
});
beforeEach(() => goTo(begin));
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

async function goTo(time: Date): Promise<void> {
  world.clock.set(time);
  Object.assign(world.tokens, await openTokens(world.db, { clock: world.clock, secret: world.env.sessionSecret }));
}

/** Opens an anonymous session, as a browser does. */
async function aDevice(): Promise<TestClient & { id: string }> {
  const { body } = await world.as('unauthenticated').post('/user/signin/anonymous', {});
  return { ...world.withToken(body.token), id: body.user.id };
}

/** Publishes an event and sells a ticket to a guest. The room is open unless `minutes` from the start say otherwise. */
async function setUp({ minutes = -5, state = 'confirmed' as 'confirmed' | 'held' | 'refunded' | 'cancelled' } = {}) {
  const eventId = await organizing(world).published();
  const find = (table: 'ticket_types' | 'classrooms') =>
    world.db.selectFrom(table).select('id').where('event_id', '=', eventId).executeTakeFirstOrThrow();
  const [{ id: ticketTypeId }, { id: roomId }] = [await find('ticket_types'), await find('classrooms')];
  const token = await insertGuestTicket(world, eventId, ticketTypeId, { state });
  const { start_at: startAt } = await world.db
    .selectFrom('events')
    .select('start_at')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  await goTo(addMinutes(startAt, minutes));
  await world.runJobs();
  const join = (device: TestClient, given: object = {}) =>
    device.post(`/classrooms/${roomId}/join`, { recordingConsent: false, deviceId: 'd1', tabId: 't1', ...given });
  return {
    eventId,
    roomId,
    token,
    ticketTypeId,
    join,
    enter: (device: TestClient, name = '山田 花', given = token) =>
      device.post('/guest_ticket_entries', { token: given, name }),
    presence: (device: TestClient) =>
      device.post(`/classrooms/${roomId}/presence`, {
        isMuted: true,
        isCameraOn: false,
        isScreenOn: false,
        connection: 'good',
      }),
    /** Returns who is in the room, after checking the counter. */
    async present(): Promise<string[]> {
      const rows = await world.db
        .selectFrom('classroom_users')
        .select('user_id')
        .where('classroom_id', '=', roomId)
        .where('joined_at', 'is not', null)
        .where('left_at', 'is', null)
        .execute();
      const room = world.db.selectFrom('classrooms').select('participant_count').where('id', '=', roomId);
      expect((await room.executeTakeFirstOrThrow()).participant_count).toBe(rows.length);
      return rows.map(({ user_id: id }) => id);
    },
    ticket: () =>
      world.db
        .selectFrom('participations')
        .select(['id', 'state', 'guest_visitor_id'])
        .where('event_id', '=', eventId)
        .executeTakeFirstOrThrow(),
  };
}

const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

describe('the link of a guest ticket', () => {
  it('admits its holder to the room as a listener with the given name, and records the attendance', async () => {
    const { roomId, enter, join, ticket } = await setUp();
    const device = await aDevice();
    expect(answerOf(await join(device))).toBe('404 not_found');
    expect((await enter(device)).body).toEqual({ classroomId: roomId });
    expect((await device.get(`/classrooms/${roomId}/prepare`)).body).toMatchObject({ canJoin: true, role: 'listener' });
    expect((await join(device)).body).toMatchObject({
      role: 'listener',
      me: { nickname: '山田 花(ゲスト)', isAnonymous: true },
    });
    expect((await ticket()).state).toBe('joined');
    const { items } = (await world.as('professional').get(`/classrooms/${roomId}/attendance`)).body;
    expect(items).toMatchObject([{ nickname: '山田 花(ゲスト)', isAnonymous: true }]);
  });

  it('gives no right to speak, comment, raise a hand or be promoted', async () => {
    const { roomId, enter, join } = await setUp();
    const device = await aDevice();
    await enter(device);
    await join(device);
    const host = world.as('professional');
    await host.post(`/classrooms/${roomId}/join`, { recordingConsent: false, deviceId: 'host' });
    expect(answerOf(await device.post(`/classrooms/${roomId}/comments`, { body: 'こんにちは' }))).toBe(
      '401 unauthenticated',
    );
    expect(answerOf(await device.post(`/classrooms/${roomId}/reactions`, { reactionName: 'raise_hand' }))).toBe(
      '401 unauthenticated',
    );
    expect(answerOf(await device.patch(`/classrooms/${roomId}/muting`, { muted: false }))).toBe('403 role_required');
    expect((await host.put(`/classrooms/${roomId}/users/${device.id}/roles`, { role: 'speaker' })).status).toBe(422);
    expect((await device.get(`/classrooms/${roomId}/comments`)).status).toBe(200);
  });

  it('is not found with a wrong token, and an account cannot use it', async () => {
    const { enter, token } = await setUp();
    const device = await aDevice();
    const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(answerOf(await enter(device, 'はな', wrong))).toBe('404 not_found');
    expect(answerOf(await enter(device, 'はな', "x' or 1=1"))).toBe('422 invalid');
    expect(answerOf(await enter(device, ' \u200b '))).toBe('422 invalid');
    expect(answerOf(await enter(world.as('unauthenticated')))).toBe('401 unauthenticated');
    expect(answerOf(await enter(world.as('adult')))).toBe('409 conflict');
  });

  it.each([
    ['before entry', { minutes: -11 }, '409 not_open'],
    ['unpaid', { state: 'held' as const }, '402 payment_required'],
    ['refunded', { state: 'refunded' as const }, '409 conflict'],
    ['cancelled', { state: 'cancelled' as const }, '409 conflict'],
    ['after the end', { minutes: 24 * 60 }, '410 ended'],
  ])('is refused %s, with a sentence of its own', async (_when, given, expected) => {
    const { enter, present } = await setUp(given);
    const device = await aDevice();
    const answer = await enter(device);
    expect(answerOf(answer)).toBe(expected);
    expect(answer.body.error).not.toMatch(/教室|ほかの操作/);
    expect(await present()).toEqual([]);
  });

  it('says that the event was cancelled', async () => {
    const { eventId, enter } = await setUp();
    expect((await organizing(world).cancel(eventId, '講師の体調不良のため')).status).toBeLessThan(300);
    expect((await enter(await aDevice())).body.error).toMatch(/^このイベントは中止になりました。/);
  });

  it('ends the former device when another one enters, which can take the seat back', async () => {
    const { roomId, enter, join, presence, present } = await setUp();
    const [first, second] = [await aDevice(), await aDevice()];
    await enter(first);
    await join(first);
    await enter(second);
    expect(await present()).toEqual([]);
    expect(answerOf(await presence(first))).toBe('409 not_joined');
    expect(answerOf(await join(first))).toBe('409 joined_elsewhere');
    expect((await first.get(`/classrooms/${roomId}/generate_token`)).status).toBeGreaterThanOrEqual(400);
    await join(second, { deviceId: 'd2' });
    expect(await present()).toEqual([second.id]);
    expect((await join(first, { takeOver: true })).status).toBe(200);
    expect(await present()).toEqual([first.id]);
    expect(answerOf(await join(second, { deviceId: 'd2' }))).toBe('409 joined_elsewhere');
  });

  it('lets one of many racing devices in', async () => {
    const { enter, join, present } = await setUp();
    const devices = await Promise.all(Array.from({ length: 6 }, aDevice));
    await Promise.all(
      devices.map(async (device, index) => {
        await enter(device);
        await join(device, { deviceId: `d${index}` });
      }),
    );
    expect((await present()).length).toBeLessThanOrEqual(1);
    const [last] = devices;
    await enter(last!);
    await join(last!, { deviceId: 'd0' });
    expect(await present()).toEqual([last!.id]);
  });

  it('does not readmit a guest whom the host has removed, on any device or in an account, until the host does', async () => {
    const { roomId, token, enter, join, present } = await setUp();
    const device = await aDevice();
    await enter(device);
    await join(device);
    await world.as('professional').post(`/classrooms/${roomId}/users/${device.id}/kick`, {});
    expect(await present()).toEqual([]);
    const other = await aDevice();
    expect(answerOf(await enter(device))).toBe('403 kicked');
    expect(answerOf(await enter(other))).toBe('403 kicked');
    expect(answerOf(await join(device, { takeOver: true }))).toBe('403 kicked');
    await world.as('professional').delete(`/classrooms/${roomId}/users/${device.id}/kick`);
    expect((await enter(other)).status).toBe(200);
    await world.as('professional').post(`/classrooms/${roomId}/users/${other.id}/kick`, {});
    expect((await world.as('adult').post(`/guest_tickets/${token}/claim`)).status).toBe(200);
    expect(answerOf(await join(world.as('adult'), { deviceId: 'another' }))).toBe('403 kicked');
  });

  it.each(['participationCancelled', 'guestTicketClaimed'])(
    'removes the guest from the room after %s',
    async (cause) => {
      const { eventId, token, enter, join, present, ticket } = await setUp();
      const device = await aDevice();
      await enter(device);
      await join(device);
      if (cause === 'guestTicketClaimed') await world.as('adult').post(`/guest_tickets/${token}/claim`);
      else await world.as('professional').post(`/org/events/${eventId}/participants/${(await ticket()).id}/refund`);
      await world.events.runDue();
      expect(await present()).toEqual([]);
      expect(answerOf(await join(device, { takeOver: true }))).toBe('404 not_found');
      expect((await enter(device)).status).toBeGreaterThanOrEqual(404);
    },
  );

  it('removes an account from the room whose seat is cancelled, unless it has bought again or speaks at the event', async () => {
    const { eventId, ticketTypeId, join, present } = await setUp();
    const seat = { event_id: eventId, ticket_type_id: ticketTypeId };
    const { otherAdult, student } = world.people;
    const refund = async (id: string) =>
      world.as('professional').post(`/org/events/${eventId}/participants/${id}/refund`);
    for (const name of ['adult', 'otherAdult', 'student'] as const) {
      const id = await insertParticipation(world.db, { ...seat, user_id: world.people[name] });
      expect((await join(world.as(name))).status).toBe(200);
      expect((await refund(id)).status).toBe(200);
    }
    await insertParticipation(world.db, { ...seat, user_id: otherAdult });
    await world.db
      .updateTable('events')
      .set({ speaker_ids: [student] })
      .where('id', '=', eventId)
      .execute();
    await world.events.runDue();
    expect((await present()).toSorted()).toEqual([otherAdult, student].toSorted());
  });

  it('is limited per ticket, and its token is stored nowhere', async () => {
    const { enter, token } = await setUp();
    const device = await aDevice();
    const answers = [];
    for (let turn = 0; turn < 13; turn += 1) answers.push(answerOf(await enter(device)));
    expect(answers.at(11)).toBe('200');
    expect(answers.at(12)).toBe('429 rate_limited');
    for (const table of ['participations', 'classroom_users', 'rate_limits', 'domain_events'] as const)
      expect(JSON.stringify(await world.db.selectFrom(table).selectAll().execute())).not.toContain(token);
  });
});
