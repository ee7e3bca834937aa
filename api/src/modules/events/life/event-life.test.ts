import { addDays, addMinutes, startOfHour, subMinutes } from 'date-fns';

import { organizing } from '../../../testing/events';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertEvent,
  insertParticipation,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { openTokens, type PersonName } from '../../../testing/test-people';

let world: TestApp;
let o: ReturnType<typeof organizing>;
// Ahead: the contract bounds times of starts by the real clock.
const begin = startOfHour(addDays(new Date(), 1));
beforeAll(async () => {
  world = await startTestApp({ now: begin });
  await insertCategories(world.db);
  o = organizing(world);
});
beforeEach(() => goTo(begin));
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

/** Sets the clock and signs everyone in again. */
async function goTo(time: Date): Promise<void> {
  world.clock.set(time);
  Object.assign(world.tokens, await openTokens(world.db, { clock: world.clock, secret: world.env.sessionSecret }));
}

const eventOf = (id: string) =>
  world.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const roomOf = (eventId: string) =>
  world.db.selectFrom('classrooms').selectAll().where('event_id', '=', eventId).executeTakeFirstOrThrow();
const states = async (id: string) => [(await eventOf(id)).state, (await roomOf(id)).state];
const publishedEvents = async () =>
  (await world.db.selectFrom('domain_events').select('name').orderBy('id').execute()).map(({ name }) => name);
const join = (caller: Caller, roomId: string) =>
  world.as(caller).post(`/classrooms/${roomId}/join`, { recordingConsent: false, deviceId: `d-${caller}` });

/** Inserts a published event that starts in a day, and its room. */
async function published(given: object = {}) {
  const id = await o.published(given);
  const { start_at: start, end_at: end } = await eventOf(id);

  return {
    id,
    roomId: (await roomOf(id)).id,
    fromStart: (minutes: number) => goTo(addMinutes(start, minutes)),
    fromEnd: (minutes: number) => goTo(addMinutes(end, minutes)),
  };
}

async function giveTicket(eventId: string, name: PersonName, state: 'confirmed' | 'cancelled' = 'confirmed') {
  const { id } = await world.db
    .selectFrom('ticket_types')
    .select('id')
    .where('event_id', '=', eventId)
    .executeTakeFirstOrThrow();
  return insertParticipation(world.db, { event_id: eventId, ticket_type_id: id, user_id: world.people[name], state });
}

describe('over time an event', () => {
  it('opens with its room, starts on time, and ends half an hour after its end', async () => {
    const { id, fromStart, fromEnd } = await published();
    await fromStart(-11);
    await world.runJobs();
    expect(await states(id)).toEqual(['published', 'scheduled']);
    await fromStart(-10);
    await world.runJobs();
    expect(await states(id)).toEqual(['open', 'live']);
    await fromStart(0);
    await world.runJobs();
    expect(await states(id)).toEqual(['live', 'live']);
    await fromEnd(29);
    await world.runJobs();
    expect(await states(id)).toEqual(['live', 'live']);
    await fromEnd(30);
    await world.runJobs();
    expect(await states(id)).toEqual(['ended', 'ended']);
    expect(await publishedEvents()).toEqual(['eventPublished', 'eventOpened', 'eventStarted', 'eventEnded']);
  });

  it('takes each step once, however often it is checked', async () => {
    const { id, fromStart } = await published();
    await fromStart(1);
    for (let turn = 0; turn < 3; turn += 1) await world.runJobs();
    expect(await states(id)).toEqual(['live', 'live']);
    expect(await publishedEvents()).toEqual(['eventPublished', 'eventOpened', 'eventStarted']);
  });

  it('catches up when its jobs were lost, and ends at once when all of it was missed', async () => {
    const [first, second] = [await published(), await published()];
    await world.db.deleteFrom('pgboss.job' as never).execute();
    await first.fromStart(1);
    await world.runJobs();
    expect(await states(first.id)).toEqual(['live', 'live']);
    await world.db.updateTable('events').set({ state: 'published' }).where('id', '=', second.id).execute();
    await world.db.updateTable('classrooms').set({ state: 'scheduled' }).where('event_id', '=', second.id).execute();
    await second.fromEnd(31);
    await world.runJobs();
    expect(await states(second.id)).toEqual(['ended', 'cancelled']);
  });

  it('does not go back when the clock does', async () => {
    const { id, fromStart } = await published();
    await fromStart(0);
    await world.runJobs();
    await fromStart(-60);
    await world.runJobs();
    expect(await states(id)).toEqual(['live', 'live']);
  });

  it('follows its new times after a move', async () => {
    const { id, fromStart } = await published();
    const { start_at: start } = await eventOf(id);
    await o
      .organizer()
      .patch(`/org/events/${id}`, {
        startAt: addMinutes(start, 60).toISOString(),
        endAt: addMinutes(start, 150).toISOString(),
      });
    expect(await roomOf(id)).toMatchObject({ start_at: addMinutes(start, 60), end_at: addMinutes(start, 150) });
    await fromStart(0);
    await world.runJobs();
    expect(await states(id)).toEqual(['published', 'scheduled']);
    await fromStart(50);
    await world.runJobs();
    expect(await states(id)).toEqual(['open', 'live']);
  });

  it('may be delayed while participants wait in its room, which then ends later', async () => {
    const { id, fromStart } = await published();
    const { start_at: start, end_at: end, entry_open_at: entry } = await eventOf(id);
    await fromStart(-5);
    await world.runJobs();
    const { status } = await o
      .organizer()
      .patch(`/org/events/${id}`, {
        startAt: addMinutes(start, 15).toISOString(),
        endAt: addMinutes(end, 15).toISOString(),
      });
    expect(status).toBe(200);
    expect(await states(id)).toEqual(['open', 'live']);
    expect((await eventOf(id)).entry_open_at).toEqual(entry);
    expect((await roomOf(id)).end_at).toEqual(addMinutes(end, 15));
    await fromStart(0);
    await world.runJobs();
    expect((await eventOf(id)).state).toBe('open');
    const tooFar = { startAt: addMinutes(start, 3000).toISOString(), endAt: addMinutes(end, 3000).toISOString() };
    expect((await o.organizer().patch(`/org/events/${id}`, tooFar)).body.code).toBe('conflict');
  });

  it('of the demo stays unchanged', async () => {
    const id = await insertEvent(world.db, {
      organizer_id: world.people.professional,
      is_demo: true,
      start_at: subMinutes(begin, 10),
      state: 'published',
    });
    await world.runJobs();
    expect((await eventOf(id)).state).toBe('published');
  });
});

describe('with its host an event', () => {
  it('starts when the host comes, and continues when the host is gone', async () => {
    const { id, roomId, fromStart } = await published();
    await fromStart(-10);
    await world.runJobs();
    expect((await join('professional', roomId)).body).toMatchObject({ role: 'host' });
    expect(await states(id)).toEqual(['live', 'live']);
    await world.as('professional').delete(`/classrooms/${roomId}/leave`);
    await fromStart(30);
    await world.runJobs();
    expect(await states(id)).toEqual(['live', 'live']);
  });

  it('ends when the host ends the room', async () => {
    const { id, roomId, fromStart } = await published();
    await fromStart(-10);
    await world.runJobs();
    await join('professional', roomId);
    expect((await world.as('professional').delete(`/classrooms/${roomId}`)).status).toBe(204);
    expect(await states(id)).toEqual(['ended', 'ended']);
    expect(await publishedEvents()).toEqual(['eventPublished', 'eventOpened', 'eventStarted', 'eventEnded']);
  });

  it('does not start without its host before the start time', async () => {
    const { id, roomId, fromStart } = await published();
    await giveTicket(id, 'adult');
    await fromStart(-10);
    await world.runJobs();
    expect((await join('adult', roomId)).status).toBe(200);
    expect((await eventOf(id)).state).toBe('open');
  });
});

describe('the room of an event', () => {
  it('is private, without a key, with the organizer as host, for the duration of the event', async () => {
    const { id, roomId } = await published();
    expect(await roomOf(id)).toMatchObject({
      private_mode: true,
      private_key: null,
      audience_mode: true,
      all_users: true,
    });
    expect((await world.as('professional').get(`/classrooms/${roomId}`)).body).toMatchObject({
      eventId: id,
      minutes: 90,
      myRole: 'host',
      host: { id: world.people.professional },
    });
    expect((await eventOf(id)).classroom_id).toBe(roomId);
  });

  it('has no invitation: its link and what is shared lead to the page of the event', async () => {
    const { id, roomId } = await published();
    await giveTicket(id, 'adult');
    const { body } = await world.as('professional').get(`/classrooms/${roomId}/link`);
    expect(body).toMatchObject({ url: `https://manabiba.test/events/${id}`, key: null });
    expect((await world.as('adult').get(`/classrooms/${roomId}/share`)).body.url).toBe(body.url);
  });

  it('shows everyone which event takes place in it, and nothing about any other room', async () => {
    const { id, roomId } = await published();
    for (const caller of ['unauthenticated', 'adult', 'professional'] as const) {
      expect((await world.as(caller).get(`/classrooms/${roomId}`)).status).toBe(caller === 'professional' ? 200 : 404);
      expect((await world.as(caller).get(`/classrooms/${roomId}/event`)).body.event).toMatchObject({ id });
    }
    const classroom = await insertClassroom(world.db, { host_id: world.people.professional, private_mode: true });
    for (const other of [classroom, 'cls_missing'])
      expect((await world.as('unauthenticated').get(`/classrooms/${other}/event`)).body).toEqual({ event: null });
  });

  it('is absent from lists, search and counts of classrooms', async () => {
    const { id } = await published();
    await giveTicket(id, 'adult');
    for (const caller of ['professional', 'adult', 'unauthenticated'] as const) {
      expect((await world.as(caller).get('/classrooms')).body).toMatchObject({ items: [], totalCount: 0 });
      expect((await world.as(caller).get('/search?q=宇宙望遠鏡&kinds=classroom')).body.items).toEqual([]);
      expect((await world.as(caller).get(`/users/${world.people.professional}`)).body.classroomCount).toBe(0);
    }
    expect((await world.as('professional').get('/me/classrooms')).body.items).toEqual([]);
  });

  it.each<[Caller, string]>([
    ['student', 'listener'],
    ['school', 'listener'],
    ['child', 'listener'],
    ['subscriber', 'listener'],
  ])('admits %s with a participation as %s, and records the attendance', async (caller, role) => {
    const { id, roomId, fromStart } = await published();
    const participation = await giveTicket(id, caller as PersonName);
    await fromStart(-10);
    await world.runJobs();
    const { joinUrl } = (await world.as(caller).get(`/events/${id}`)).body.myParticipation;
    expect(joinUrl).toBe(`/classrooms/${roomId}`);
    expect((await join(caller, roomId)).body).toMatchObject({ role, isWaiting: false });
    const row = await world.db
      .selectFrom('participations')
      .select('state')
      .where('id', '=', participation)
      .executeTakeFirst();
    expect(row?.state).toBe('joined');
    expect((await join(caller, roomId)).status).toBe(200);
  });

  it('admits named speakers without a ticket as speakers, but never children', async () => {
    const { id, roomId, fromStart } = await published({ speakerIds: [world.people.otherAdult] });
    await fromStart(-10);
    await world.runJobs();
    expect((await join('otherAdult', roomId)).body.role).toBe('speaker');
    await world.db
      .updateTable('events')
      .set({ speaker_ids: [world.people.child] })
      .where('id', '=', id)
      .execute();
    expect((await join('child', roomId)).body.role).toBe('listener');
  });

  it.each<[string, Caller]>([
    ['without a place', 'adult'],
    ['with a refunded place', 'otherStudent'],
    ['without an account', 'anonymous'],
    ['of the staff', 'staff'],
  ])('is not found by a user %s, live or not', async (_who, caller) => {
    const { id, roomId, fromStart } = await published();
    await giveTicket(id, 'otherStudent', 'cancelled');
    expect((await world.as(caller).get(`/classrooms/${roomId}`)).status).toBe(404);
    await fromStart(-10);
    await world.runJobs();
    for (const path of ['', '/prepare', '/comments', '?key=x'])
      expect((await world.as(caller).get(`/classrooms/${roomId}${path}`)).status).toBe(404);
    expect((await join(caller, roomId)).status).toBe(404);
  });

  it('refuses a user whose participation is refunded, even after having been in it', async () => {
    const { id, roomId, fromStart } = await published();
    const participation = await giveTicket(id, 'adult');
    await fromStart(-10);
    await world.runJobs();
    await join('adult', roomId);
    await world.as('adult').delete(`/classrooms/${roomId}/leave`);
    await world.db
      .updateTable('participations')
      .set({ state: 'refund_pending' })
      .where('id', '=', participation)
      .execute();
    expect((await join('adult', roomId)).status).toBe(404);
  });

  it('admits no one before entry, not even its host', async () => {
    const { id, roomId, fromStart } = await published();
    await giveTicket(id, 'adult');
    await fromStart(-11);
    expect((await world.as('adult').get(`/classrooms/${roomId}/prepare`)).body.reasons).toEqual(['not_open']);
    for (const caller of ['adult', 'professional'] as const)
      expect(await join(caller, roomId)).toMatchObject({ status: 409, body: { code: 'not_open' } });
  });

  it('follows its event: title and category change only there', async () => {
    const { id, roomId } = await published();
    await o.organizer().patch(`/org/events/${id}`, { title: '新しい題名', categoryId: 'cat_math' });
    expect(await roomOf(id)).toMatchObject({ name: '新しい題名', category_id: 'cat_math' });
    const host = world.as('professional');
    for (const given of [{ name: '別名' }, { privateMode: false }, { rotateKey: true }, { startAt: o.iso(60) }])
      expect((await host.patch(`/classrooms/${roomId}`, given)).body.code).toBe('conflict');
    expect((await host.patch(`/classrooms/${roomId}`, { locked: true })).status).toBe(200);
    expect((await host.delete(`/classrooms/${roomId}`)).body.code).toBe('conflict');
    expect(await states(id)).toEqual(['published', 'scheduled']);
  });

  it('has no reservations', async () => {
    const { id, roomId } = await published();
    await giveTicket(id, 'adult');
    expect((await world.as('adult').post(`/classrooms/${roomId}/reservations`, {})).body.code).toBe('conflict');
  });

  it('is cancelled with its event', async () => {
    const { id } = await published();
    await o.cancel(id, '都合により');
    expect(await states(id)).toEqual(['cancelled', 'cancelled']);
    expect(await publishedEvents()).toEqual(['eventPublished', 'eventCancelled']);
    const { id: open, fromStart } = await published();
    await fromStart(-5);
    await world.runJobs();
    await o.cancel(open, '都合により');
    expect(await states(open)).toEqual(['cancelled', 'ended']);
  });

  it('is shared as its event', async () => {
    const { id, roomId } = await published();
    expect((await world.as('professional').get(`/classrooms/${roomId}/share`)).body.url).toBe(
      `https://manabiba.test/events/${id}`,
    );
  });
});
