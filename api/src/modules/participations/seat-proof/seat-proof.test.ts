import { addMinutes } from 'date-fns';

import { clearContent, insertCategories, insertParticipation } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { ticketWorld } from '../testing/ticket-world';

const NOW = new Date('2026-12-01T03:00:00.000Z');
let world: TestApp;
let tickets: ReturnType<typeof ticketWorld>;
beforeAll(async () => {
  world = await startTestApp({ now: NOW });
  await insertCategories(world.db);
});
beforeEach(async () => {
  world.clock.set(NOW);
  tickets = ticketWorld(world);
  await world.db.deleteFrom('seat_checks').execute();
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const proof = async () => (await world.as('unauthenticated').get('/seat_proof')).body;
const minutesLater = (minutes: number) => addMinutes(NOW, minutes).toISOString();

it('reports that nothing was checked before the first check', async () => {
  expect(await proof()).toEqual({ checkedAt: null, ticketTypes: 0, seats: 0, violations: 0, since: null, history: [] });
});

it('reports how many tickets and seats are correct, and since when', async () => {
  const { eventId, ticketId } = await tickets.anEvent({ ticket: { quota: 5 } });
  await tickets.anEvent();
  const place = { event_id: eventId, ticket_type_id: ticketId };
  for (const state of ['confirmed', 'held', 'offered', 'waitlisted', 'cancelled'] as const)
    await insertParticipation(world.db, { ...place, state });
  await world.runJobs();
  await tickets.later(1);
  expect(await proof()).toEqual({
    checkedAt: minutesLater(1),
    ticketTypes: 2,
    seats: 3,
    violations: 0,
    since: NOW.toISOString(),
    history: [],
  });
});

it.each([
  ['sold', { sold: 1 }, { stored: { sold: 1, held: 0 }, counted: { sold: 0, held: 0 } }],
  ['held', { held: 1 }, { stored: { sold: 0, held: 1 }, counted: { sold: 0, held: 0 } }],
] as const)(
  'finds a counter of seats that are %s differing from the rows, and reports when it is resolved',
  async (_which, wrong, seats) => {
    const { ticketId } = await tickets.anEvent();
    await world.runJobs();
    await world.db.updateTable('ticket_types').set(wrong).where('id', '=', ticketId).execute();
    await tickets.later(1);
    await tickets.later(1);
    const found = { foundAt: minutesLater(1), quota: 1, ...seats };
    expect(await proof()).toMatchObject({ violations: 1, since: null, history: [{ ...found, resolvedAt: null }] });
    expect((await proof()).history).toHaveLength(1);
    await world.db.updateTable('ticket_types').set({ sold: 0, held: 0 }).where('id', '=', ticketId).execute();
    await tickets.later(1);
    expect(await proof()).toMatchObject({
      violations: 0,
      since: minutesLater(3),
      history: [{ ...found, resolvedAt: minutesLater(3) }],
    });
  },
);

it('finds more participations than seats, even when the counters miss them', async () => {
  const { eventId, ticketId } = await tickets.anEvent();
  for (let index = 0; index < 2; index += 1) {
    await insertParticipation(world.db, { event_id: eventId, ticket_type_id: ticketId });
    await world.db.updateTable('ticket_types').set({ sold: 0 }).where('id', '=', ticketId).execute();
  }
  await world.runJobs();
  expect((await proof()).history[0]).toMatchObject({ quota: 1, stored: { sold: 0 }, counted: { sold: 2 } });
});
