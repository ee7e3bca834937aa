import { addHours } from 'date-fns';

import { clearContent, insertCategories, insertEvent, insertParticipation, insertTicketType } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { testPassword } from '../../testing/test-people';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(async () => {
  await clearContent(world.db);
  await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people.adult).execute();
  await world.db.updateTable('sessions').set({ revoked_at: null }).execute();
});
afterAll(() => world.close());

const hours = (from: number) => addHours(Date.now(), from);
type RowInput = Partial<Parameters<typeof insertParticipation>[1]>;

async function has(given: RowInput, startsIn = 48) {
  const eventId = await insertEvent(world.db, {
    organizer_id: world.people.professional,
    start_at: hours(startsIn),
    end_at: hours(startsIn + 2),
  });
  const ticketId = await insertTicketType(world.db, {
    event_id: eventId,
    quota: 1,
    price: 1500,
    sale_end_at: hours(40),
  });
  const place = { event_id: eventId, ticket_type_id: ticketId };
  const id = await insertParticipation(world.db, { ...place, user_id: world.people.adult, ...given });
  return { ...place, id };
}
const leave = async () => {
  const { status, body } = await world.app
    .inject({
      method: 'DELETE',
      url: '/v1/me',
      headers: { authorization: `Bearer ${world.tokens.adult}`, 'content-type': 'application/json' },
      payload: { password: testPassword },
    })
    .then((response) => ({
      status: response.statusCode,
      body: response.body === '' ? undefined : response.json<{ code: string }>(),
    }));
  return body ? `${status} ${body.code}` : `${status}`;
};
const stateOf = async (id: string) =>
  (await world.db.selectFrom('participations').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

it.each(['confirmed', 'joined', 'pending_payment', 'refund_pending'] as const)(
  'a user with an upcoming event whose payment is %s cannot withdraw',
  async (state) => {
    const { id } = await has({ state, amount: 1500 });
    expect(await leave()).toBe('409 conflict');
    expect(await stateOf(id)).toBe(state);
  },
);

it.each([
  ['free and confirmed', { state: 'confirmed' }],
  ['held', { state: 'held', amount: 1500 }],
  ['offered', { state: 'offered' }],
  ['waitlisted', { state: 'waitlisted' }],
] as const)('a %s seat of an upcoming event is released when its user withdraws', async (_what, given) => {
  const { id, ticket_type_id: ticketId } = await has(given);
  expect(await leave()).toBe('204');
  expect(await stateOf(id)).toBe('cancelled');
  expect(
    await world.db
      .selectFrom('ticket_types')
      .select(['sold', 'held'])
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow(),
  ).toEqual({ sold: 0, held: 0 });
});

it('the first on the waiting list is offered the seat', async () => {
  const { id: _id, ...place } = await has({});
  const waiting = await insertParticipation(world.db, {
    ...place,
    user_id: world.people.otherAdult,
    state: 'waitlisted',
  });
  expect(await leave()).toBe('204');
  expect(await stateOf(waiting)).toBe('offered');
});

it('past and running events keep their participations', async () => {
  const { id } = await has({}, -1);
  const paid = await has({ amount: 1500 }, -100);
  expect(await leave()).toBe('204');
  expect([await stateOf(id), await stateOf(paid.id)]).toEqual(['confirmed', 'confirmed']);
});
