import { addMinutes } from 'date-fns';

import { organizing } from '../../../testing/events';
import { insertCategories, insertParticipation } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { openTokens, type PersonName, testPassword } from '../../../testing/test-people';
import { wrongSeats } from '../testing/seat-counts';
import { insertSeatOffer } from './testing/insert-seat-offer';

// An acceptance against the room of the event, and against the end of either account. The races about money are in
// seat-transfers.test.ts.

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterAll(() => world.close());

/** Publishes an event whose entry is open, with a seat that is offered. */
async function anOffer(giver: PersonName) {
  const eventId = await organizing(world).published();
  const of = (table: 'ticket_types' | 'classrooms') =>
    world.db.selectFrom(table).select('id').where('event_id', '=', eventId).executeTakeFirstOrThrow();
  const [{ id: ticketTypeId }, { id: roomId }] = [await of('ticket_types'), await of('classrooms')];
  const { start_at: startAt } = await world.db
    .selectFrom('events')
    .select('start_at')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow();
  world.clock.set(addMinutes(startAt, -5));
  Object.assign(world.tokens, await openTokens(world.db, { clock: world.clock, secret: world.env.sessionSecret }));
  await world.runJobs();
  const seat = await insertParticipation(world.db, {
    event_id: eventId,
    ticket_type_id: ticketTypeId,
    user_id: world.people[giver],
    amount: 0,
  });
  const { token } = await insertSeatOffer(world, { participation_id: seat, from_user_id: world.people[giver] });
  return {
    accept: (name: PersonName) => world.as(name).post(`/seat_offers/${token}`),
    join: (name: PersonName) =>
      world.as(name).post(`/classrooms/${roomId}/join`, { recordingConsent: false, deviceId: 'd1', tabId: name }),
    holder: () =>
      world.db
        .selectFrom('participations')
        .select(['user_id', 'state'])
        .where('id', '=', seat)
        .executeTakeFirstOrThrow(),
    present: async () =>
      (
        await world.db
          .selectFrom('classroom_users')
          .select('user_id')
          .where('classroom_id', '=', roomId)
          .where('joined_at', 'is not', null)
          .execute()
      ).map(({ user_id: id }) => id),
  };
}

it('admits its new holder, and its holder before no more', async () => {
  const { accept, join } = await anOffer('adult');
  expect((await accept('otherAdult')).status).toBe(200);
  expect((await join('adult')).body.code).toBe('not_found');
  expect((await join('otherAdult')).status).toBe(200);
});

it('an acceptance and an entrance at the same time: only the holder of the seat is in the room', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { accept, join, holder, present } = await anOffer('adult');
    const [accepted, joined] = await Promise.all([accept('otherAdult'), join('adult')]);
    expect([accepted.status, joined.status].filter((status) => status === 200)).toHaveLength(1);
    const { people } = world;
    const isMoved = accepted.status === 200;
    expect(await holder()).toEqual(
      isMoved ? { user_id: people.otherAdult, state: 'confirmed' } : { user_id: people.adult, state: 'joined' },
    );
    expect(await present()).toEqual(isMoved ? [] : [people.adult]);
  }
});

it.each([
  ['its giver', 'otherStudent', 'adult', 'otherStudent'],
  ['its recipient', 'adult', 'student', 'student'],
] as const)(
  'an acceptance while the account of %s ends: nobody who has left has the seat',
  async (_whose, giver, recipient, leaver) => {
    const { accept, holder } = await anOffer(giver);
    const headers = { authorization: `Bearer ${world.tokens[leaver]}`, 'content-type': 'application/json' };
    const [accepted, left] = await Promise.all([
      accept(recipient),
      world.app.inject({ method: 'DELETE', url: '/v1/me', headers, payload: { password: testPassword } }),
    ]);
    expect(left.statusCode).toBe(204);
    const { user_id: id, state } = await holder();
    const hasSeat = state === 'confirmed';
    expect(hasSeat && id === world.people[leaver]).toBe(false);
    expect(hasSeat).toBe(giver === leaver ? accepted.status === 200 : accepted.status !== 200);
    expect(await wrongSeats(world.db)).toEqual([]);
  },
);
