import { addMinutes } from 'date-fns';
import type { Insertable } from 'kysely';

import type { EventsTable, ParticipationsTable } from '../../tables/events';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertEvent,
  insertParticipation,
  insertTicketType,
} from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);

/** Inserts an event in which the adult has participations. */
async function mine(
  title: string,
  event: Partial<Insertable<EventsTable>>,
  ...participations: Partial<Insertable<ParticipationsTable>>[]
) {
  const eventId = await insertEvent(world.db, { organizer_id: world.people.professional, title, ...event });
  const ticketId = await insertTicketType(world.db, { event_id: eventId, quota: null });
  for (const [index, given] of participations.entries())
    await insertParticipation(world.db, {
      event_id: eventId,
      ticket_type_id: ticketId,
      user_id: world.people.adult,
      created_at: at(index - 100),
      ...given,
    });
  return eventId;
}
const list = async (query = '') => {
  const { status, body } = await world.as('adult').get(`/me/aud/events${query}`);
  expect(status).toBe(200);
  return body as {
    items: { title: string; myParticipation: { state: string } }[];
    nextCursor: string | null;
    counts: object;
  };
};
const shown = async (query = '') =>
  (await list(query)).items.map(({ title, myParticipation }) => `${title} ${myParticipation.state}`);

describe('listMyEvents', () => {
  it('lists upcoming events by start, with any kind of participation', async () => {
    for (const [index, state] of (
      ['joined', 'confirmed', 'offered', 'waitlisted', 'pending_payment', 'held'] as const
    ).entries())
      await mine(state, { start_at: at(100 - index) }, { state });
    await mine('live', { state: 'live', start_at: at(-5) }, {});
    await mine('over', { state: 'ended', start_at: at(-200) }, {});
    await mine('expired', {}, { state: 'expired' });
    expect(await shown()).toEqual([
      'live confirmed',
      'held held',
      'pending_payment pending_payment',
      'waitlisted waitlisted',
      'offered offered',
      'confirmed confirmed',
      'joined joined',
    ]);
    expect(await shown('?state=upcoming')).toEqual(await shown());
  });

  it('lists past events newest first, if the user had a seat', async () => {
    await mine('former', { state: 'archived', start_at: at(-5000) }, { state: 'joined' });
    await mine('latter', { state: 'ended', start_at: at(-500) }, {});
    await mine('waited', { state: 'ended', start_at: at(-400) }, { state: 'waitlisted' });
    expect(await shown('?state=past')).toEqual(['latter confirmed', 'former joined']);
  });

  it('lists cancelled and refunded ones, without released holds and waiting list entries', async () => {
    const cancelled = { state: 'cancelled', cancelled_at: at(-1) } as const;
    await mine('back', { start_at: at(10) }, { state: 'refund_pending', amount: 1500 });
    await mine('was back', { start_at: at(20) }, { state: 'refunded' });
    await mine('own', { start_at: at(30) }, { ...cancelled, cancel_reason: 'self', confirmed_at: at(-5) });
    await mine('theirs', { start_at: at(40), state: 'cancelled' }, { ...cancelled, cancel_reason: 'event_cancelled' });
    await mine('a hold', { start_at: at(50) }, { ...cancelled, cancel_reason: 'self' });
    expect(await shown('?state=refunded')).toEqual([
      'theirs cancelled',
      'own cancelled',
      'was back refunded',
      'back refund_pending',
    ]);
  });

  it('lists an event under both when a user awaiting a refund is waiting again', async () => {
    await mine('銀河', {}, { state: 'refund_pending' }, { state: 'waitlisted' });
    expect(await shown('?state=upcoming')).toEqual(['銀河 waitlisted']);
    expect(await shown('?state=refunded')).toEqual(['銀河 refund_pending']);
  });

  it('counts all lists, each event once', async () => {
    await mine('a', {}, {});
    await mine('b', {}, { state: 'refunded' }, { state: 'refunded' }, { state: 'confirmed' });
    await mine('c', { state: 'ended', start_at: at(-200) }, {});
    expect((await list('?state=past')).counts).toEqual({ upcoming: 2, past: 1, archive: 0, refunded: 1 });
  });

  it('shows no participations of other users', async () => {
    await mine('a', {}, { user_id: world.people.otherAdult });
    expect(await list()).toEqual({
      items: [],
      nextCursor: null,
      counts: { upcoming: 0, past: 0, archive: 0, refunded: 0 },
    });
  });

  it.each([
    ['upcoming', 1],
    ['upcoming', 2],
    ['past', 3],
  ] as const)('pages through all of what is %s once, %i at a time', async (state, limit) => {
    const second = at(state === 'past' ? -500 : 500)
      .toISOString()
      .slice(0, 19);
    for (let index = 0; index < 4; index += 1)
      for (const start_at of [`${second}Z`, `${second}.10000${index}Z`])
        await mine(`${start_at} ${index}`, { start_at, state: state === 'past' ? 'ended' : 'published' }, {});
    const titles: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await list(`?state=${state}&limit=${limit}${cursor && `&cursor=${cursor}`}`);
      titles.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    }
    expect(titles).toHaveLength(8);
    expect(new Set(titles).size).toBe(8);
  });
});

describe('getMyEvent', () => {
  it('contains the join URL once entry is open, and the calendar file', async () => {
    const classroom_id = await insertClassroom(world.db, { host_id: world.people.professional, private_mode: true });
    const id = await mine('銀河', { state: 'published', classroom_id }, {});
    const get = async () => (await world.as('adult').get(`/me/aud/events/${id}`)).body;
    expect(await get()).toMatchObject({ joinUrl: null, icsUrl: `/v1/me/aud/events/${id}/calendar.ics` });
    await world.db.updateTable('events').set({ state: 'open' }).where('id', '=', id).execute();
    const { joinUrl, myParticipation } = await get();
    expect(joinUrl).toBe(`/classrooms/${classroom_id}?key=key-of-the-room`);
    expect(myParticipation.joinUrl).toBe(joinUrl);
  });
  it.each([
    ['live', [{ state: 'refunded' }, { state: 'confirmed' }], 'confirmed'],
    ['the last cancelled one', [{ state: 'refunded' }, { state: 'refund_pending' }], 'refund_pending'],
  ] as const)('returns the participation that is %s', async (_which, participations, state) => {
    const id = await mine('銀河', {}, ...participations);
    expect((await world.as('adult').get(`/me/aud/events/${id}`)).body.myParticipation.state).toBe(state);
  });
  it.each([
    ['there was only a hold', [{ state: 'expired' }]],
    ['there was nothing', []],
  ] as const)('is not found when %s', async (_what, participations) => {
    const id = await mine('銀河', {}, ...participations);
    expect((await world.as('adult').get(`/me/aud/events/${id}`)).status).toBe(404);
  });
});
