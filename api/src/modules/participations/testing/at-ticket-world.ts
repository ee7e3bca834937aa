import { clearContent, insertCategories } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { wrongSeats } from './seat-counts';
import { ticketWorld } from './ticket-world';

/** The time at which each test begins. */
export const NOW = '2026-12-01T03:00:00.000Z';

/**
 * Starts one api for all tests of a file, each with its own events at the same time; `take` receives it before each.
 * After each test every seat counter must match the rows.
 */
export function atTicketWorld(take: (world: TestApp, tickets: ReturnType<typeof ticketWorld>) => void): void {
  let world: TestApp;
  beforeAll(async () => {
    world = await startTestApp({ now: NOW });
    await insertCategories(world.db);
  });
  beforeEach(() => {
    world.clock.set(NOW);
    take(world, ticketWorld(world));
  });
  afterEach(async () => {
    expect(await wrongSeats(world.db)).toEqual([]);
    await clearContent(world.db);
  });
  afterAll(() => world.close());
}

/** Joins the waiting list of a sold-out ticket. No two users come at the same time. */
export async function comeToWait(
  world: TestApp,
  caller: 'adult' | 'otherAdult' | 'student',
  eventId: string,
): Promise<string> {
  world.clock.advance(1);
  return (await world.as(caller).post(`/me/events/${eventId}/participation`, {})).body.id;
}
