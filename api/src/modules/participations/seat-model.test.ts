import { millisecondsInDay, millisecondsInMinute, minutesInDay } from 'date-fns/constants';
import fc from 'fast-check';

import { inTransaction } from '../../platform/database/transaction';
import { aCrowd } from '../../testing/crowd';
import { clearContent, insertCategories, insertInvitation } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { seatsOf, wrongSeats } from './testing/seat-counts';
import { thrownBy } from './testing/thrown-by';
import { ticketWorld } from './testing/ticket-world';

/*
 * Model-based test of tickets: random sequences of holding, paying, cancelling, waiting, offers and time passing are
 * run against a small model. Every participation must be in the model's state, and the counters must equal the counted
 * rows.
 */
const NOW = new Date('2026-12-01T03:00:00.000Z');
const PEOPLE = 4;

let world: TestApp;
let crowd: Awaited<ReturnType<typeof aCrowd>>;
beforeAll(async () => {
  world = await startTestApp({ now: NOW });
  await insertCategories(world.db);
  crowd = await aCrowd(world, PEOPLE);
});
afterAll(() => world.close());

type State = 'waitlisted' | 'offered' | 'held' | 'confirmed' | 'expired' | 'cancelled' | 'refund_pending';
interface Place {
  who: number;
  state: State;
  /** Expiry of a hold or an offer, in milliseconds. */
  until: number;
  /** Lower means earlier. */
  waitsSince: number;
  isPaid: boolean;
  id: string;
}
interface Model {
  now: number;
  quota: number;
  places: Place[];
}
interface Real {
  tickets: ReturnType<typeof ticketWorld>;
  event: { eventId: string; ticketId: string };
}
type Command = fc.AsyncCommand<Model, Real>;

const seated = (places: Place[]) =>
  places.filter(({ state }) => state === 'offered' || state === 'held' || state === 'confirmed').length;
const isLive = ({ state }: Place) => !['expired', 'cancelled', 'refund_pending'].includes(state);
const liveOf = ({ places }: Model, who: number) => places.find((place) => place.who === who && isLive(place));
const waiting = ({ places }: Model) =>
  places.filter(({ state }) => state === 'waitlisted').sort((a, b) => a.waitsSince - b.waitsSince);
const hasRoom = (model: Model) => seated(model.places) < model.quota && waiting(model).length === 0;

function offerNext(model: Model): void {
  for (const next of waiting(model)) {
    if (seated(model.places) >= model.quota) return;
    Object.assign(next, { state: 'offered', until: model.now + millisecondsInDay });
  }
}
function end(model: Model, place: Place, state: State): void {
  const hadSeat = place.state !== 'waitlisted';
  place.state = state;
  if (hadSeat) offerNext(model);
}
const place = (model: Model, who: number, given: Partial<Place>): Place => {
  const made = { who, state: 'held' as State, until: 0, waitsSince: model.now, isPaid: false, id: '', ...given };
  model.places.push(made);
  return made;
};

/** A step of the model with the expected answer, and the same step of the product. */
function step(
  name: string,
  who: number,
  inModel: (model: Model) => string,
  inProduct: (real: Real, model: Model) => Promise<string>,
  after: (real: Real, model: Model) => Promise<void> = () => Promise.resolve(),
): Command {
  return {
    check: () => true,
    async run(model, real) {
      // No two steps happen at the same time.
      model.now += 1;
      world.clock.set(new Date(model.now));
      const before = structuredClone(model);
      const expected = inModel(model);
      expect([name, await inProduct(real, before)]).toEqual([name, expected]);
      await after(real, model);
      await compare(model, real);
    },
    toString: () => `${name}(${who})`,
  };
}

async function compare(model: Model, { event }: Real): Promise<void> {
  const rows = await world.db
    .selectFrom('participations')
    .select(['id', 'state', 'hold_expires_at'])
    .where('event_id', '=', event.eventId)
    .execute();
  const places = new Map(rows.map((row) => [row.id, row]));
  for (const { id, state, until } of model.places) {
    const row = places.get(id);
    expect({ id, state: row?.state }).toEqual({ id, state });
    if (state === 'held' || state === 'offered') expect(row?.hold_expires_at?.getTime()).toBe(until);
  }
  expect(rows).toHaveLength(model.places.length);
  const count = (...states: State[]) => model.places.filter(({ state }) => states.includes(state)).length;
  expect(await seatsOf(world.db, event.ticketId)).toEqual({ sold: count('confirmed'), held: count('held', 'offered') });
  expect(await wrongSeats(world.db)).toEqual([]);
}

const userOf = (who: number) => crowd[who]?.id ?? '';
const viewerOf = (who: number) =>
  ({ id: userOf(who), isStudentAge: true }) as Parameters<Real['tickets']['free']['redeem']>[0];
/** Reads the ids that the last step has created. */
async function learn({ event }: Real, model: Model): Promise<void> {
  const known = new Set(model.places.map(({ id }) => id));
  const rows = await world.db
    .selectFrom('participations')
    .select(['id', 'user_id'])
    .where('event_id', '=', event.eventId)
    .execute();
  for (const row of rows.filter(({ id }) => !known.has(id))) {
    const made = model.places.find(({ id, who }) => id === '' && userOf(who) === row.user_id);
    if (!made) throw new Error(`Nobody knows of ${row.id}`);
    made.id = row.id;
  }
}

const hold = (who: number) =>
  step(
    'hold',
    who,
    (model) => {
      const live = liveOf(model, who);
      if (live) return live.state === 'offered' ? 'nothing' : 'already';
      if (!hasRoom(model)) return 'sold_out';
      place(model, who, { state: 'held', until: model.now + 15 * millisecondsInMinute });
      return 'nothing';
    },
    ({ tickets, event }) => thrownBy(tickets.hold(event, userOf(who))),
    learn,
  );

const wait = (who: number) =>
  step(
    'wait',
    who,
    (model) => {
      const live = liveOf(model, who);
      if (live) return live.state === 'offered' ? 'payment_required' : 'already';
      if (hasRoom(model)) return 'payment_required';
      place(model, who, { state: 'waitlisted' });
      return 'nothing';
    },
    ({ tickets, event }) => thrownBy(tickets.free.create(viewerOf(who), event.eventId, {})),
    learn,
  );

const redeem = (who: number) =>
  step(
    'redeem',
    who,
    (model) => {
      if (liveOf(model, who)) return 'already';
      if (!hasRoom(model)) return 'full';
      place(model, who, { state: 'confirmed' });
      return 'nothing';
    },
    async ({ tickets, event }) => {
      await world.db.deleteFrom('rate_limits').execute();
      return thrownBy(tickets.free.redeem(viewerOf(who), event.eventId, 'HOSHI'));
    },
    learn,
  );

/** The provider reports a user's last started payment as paid. */
const pay = (who: number) =>
  step(
    'pay',
    who,
    (model) => {
      const last = model.places.filter((each) => each.who === who && each.state !== 'waitlisted').at(-1);
      if (!last) return 'nothing';
      last.isPaid = true;
      if (last.state === 'held' || last.state === 'offered') last.state = 'confirmed';
      else if (last.state === 'expired' || last.state === 'cancelled') {
        const other = liveOf(model, who);
        if (last.state === 'expired' && !other && hasRoom(model)) last.state = 'confirmed';
        else {
          const isExpired = last.state === 'expired';
          last.state = 'refund_pending';
          if (isExpired && !other) place(model, who, { state: 'waitlisted', waitsSince: 0 });
        }
      }
      return 'nothing';
    },
    async ({ tickets }, before) => {
      const last = before.places.filter((each) => each.who === who && each.state !== 'waitlisted').at(-1);
      if (last) await tickets.pay(last.id);
      return 'nothing';
    },
    learn,
  );

const cancel = (who: number) =>
  step(
    'cancel',
    who,
    (model) => {
      const live = liveOf(model, who);
      if (!live) return 'not_found';
      end(model, live, live.state === 'confirmed' && live.isPaid ? 'refund_pending' : 'cancelled');
      return 'nothing';
    },
    ({ tickets, event }) => thrownBy(tickets.cancellations.cancel(viewerOf(who), event.eventId)),
  );

const removeByOrganizer = (who: number) =>
  step(
    'removeByOrganizer',
    who,
    (model) => {
      const live = liveOf(model, who);
      if (live) end(model, live, live.isPaid ? 'refund_pending' : 'cancelled');
      return 'nothing';
    },
    async ({ tickets }, before) => {
      const live = liveOf(before, who);
      if (live)
        await inTransaction(world.db, (trx) =>
          tickets.participations.cancel(trx, live.id, 'organizer', world.clock.now()),
        );
      return 'nothing';
    },
  );

const letTimePass = (minutes: number) =>
  step(
    'letTimePass',
    minutes,
    (model) => {
      model.now += minutes * millisecondsInMinute;
      const due = () =>
        model.places
          .filter(({ state, until }) => (state === 'held' || state === 'offered') && until <= model.now)
          .sort((a, b) => a.until - b.until)[0];
      for (let next = due(); next; next = due()) end(model, next, 'expired');
      return 'nothing';
    },
    async () => {
      world.clock.advance(minutes * millisecondsInMinute);
      await world.runJobs();
      return 'nothing';
    },
  );

const raiseQuota = () =>
  step(
    'raiseQuota',
    1,
    (model) => {
      model.quota += 1;
      offerNext(model);
      return 'nothing';
    },
    async ({ tickets, event }, before) => {
      await inTransaction(world.db, async (trx) => {
        await trx
          .updateTable('ticket_types')
          .set({ quota: before.quota + 1 })
          .where('id', '=', event.ticketId)
          .execute();
        await tickets.participations.offerFreeSeats(trx, event.ticketId, world.clock.now());
      });
      return 'nothing';
    },
  );

const who = fc.nat({ max: PEOPLE - 1 });
const commands = fc.commands(
  [
    who.map(hold),
    who.map(wait),
    who.map(redeem),
    who.map(pay),
    who.map(cancel),
    who.map(removeByOrganizer),
    fc.constantFrom(1, 15, minutesInDay).map(letTimePass),
    fc.constant(raiseQuota()),
  ],
  { maxCommands: 30, size: '+1' },
);

it('in any sequence of steps, tickets match the model and the counters match the rows', async () => {
  await fc.assert(
    fc.asyncProperty(commands, fc.integer({ min: 0, max: 2 }), async (walk, quota) => {
      await clearContent(world.db);
      world.clock.set(NOW);
      const tickets = ticketWorld(world);
      const startAt = tickets.at(300 * minutesInDay);
      const event = await tickets.anEvent({ start_at: startAt, ticket: { quota } });
      await insertInvitation(world.db, {
        event_id: event.eventId,
        ticket_type_id: event.ticketId,
        code: 'HOSHI',
        max_uses: 1000,
      });
      const setup = () => ({ model: { now: NOW.getTime(), quota, places: [] }, real: { tickets, event } });
      await fc.asyncModelRun(setup, walk);
      await clearContent(world.db);
    }),
    { numRuns: 60 },
  );
}, 300_000);
