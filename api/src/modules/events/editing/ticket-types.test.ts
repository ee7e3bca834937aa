import { organizing } from '../../../testing/events';
import { clearContent, insertCategories, insertParticipation } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';

let world: TestApp;
let o: ReturnType<typeof organizing>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  o = organizing(world);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const add = (eventId: string, given: object = {}) =>
  o.organizer().post(`/org/events/${eventId}/ticket_types`, o.aTicket(given));
const change = (eventId: string, id: string, body: object) =>
  o.organizer().patch(`/org/events/${eventId}/ticket_types/${id}`, body);
const remove = (eventId: string, id: string) => o.organizer().delete(`/org/events/${eventId}/ticket_types/${id}`);
const sell = (id: string, sold: number, held = 0) =>
  world.db.updateTable('ticket_types').set({ sold, held }).where('id', '=', id).execute();
const ticketOf = (id: string) =>
  world.db.selectFrom('ticket_types').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a ticket type', () => {
  it('is added after the others of its event', async () => {
    const id = await o.draft();
    const { status, body } = await add(id, { name: '一般' });
    expect({ status, body }).toMatchObject({ status: 201, body: { eventId: id, price: 1500, sold: 0, held: 0 } });
    await add(id, { name: '学生', kind: 'student', price: 0, taxRate: 0, quota: null });
    const { tickets } = (await o.organizer().get(`/org/events/${id}`)).body;
    expect(tickets.map(({ name }: { name: string }) => name)).toEqual(['一般', '学生']);
  });

  it.each([
    ['no name', { name: '' }, 'name'],
    ['a name of 31 characters', { name: 'あ'.repeat(31) }, 'name'],
    ['a price of 49 yen', { price: 49 }, 'price'],
    ['a price above 300,000 yen', { price: 300_001 }, 'price'],
    ['a fractional price', { price: 1500.5 }, 'price'],
    ['a price for subscribers', { kind: 'premium' }, 'price'],
    ['a price for guests of honour', { kind: 'invited' }, 'price'],
    ['a tax rate of 5', { taxRate: 5 }, 'taxRate'],
    ['zero seats', { quota: 0 }, 'quota'],
    ['a sale that ends before it starts', { saleStartAt: () => o.iso(90) }, 'saleEndAt'],
    ['a sale that ends after the start', { saleEndAt: () => o.iso(24 * 60 + 1) }, 'saleEndAt'],
  ])('with %s is rejected', async (_what, given, field) => {
    const id = await o.draft();
    const resolved = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        typeof value === 'function' ? (value as () => string)() : value,
      ]),
    );
    const { status, body } = await add(id, resolved);
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] });
  });

  it('may be sold until the start', async () => {
    const startAt = o.iso(24 * 60);
    const id = await o.draft({ startAt });
    expect((await add(id, { saleEndAt: startAt })).status).toBe(201);
  });

  it('is limited to ten, also under concurrent additions', async () => {
    const id = await o.draft();
    for (let number = 0; number < 9; number += 1) await add(id);
    const answers = await Promise.all([add(id), add(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('of another event answers 404', async () => {
    const [id, other] = [await o.draft(), await o.draft()];
    const ticket = await o.addTicket(other);
    expect((await change(id, ticket, { name: '一般' })).status).toBe(404);
    expect((await remove(id, ticket)).status).toBe(404);
  });

  it.each([
    ['live', { state: 'live' as const }],
    ['cancelled', { state: 'cancelled' as const }],
    ['published and already started', { start_at: new Date(Date.now() - 60_000) }],
  ])('cannot be added or changed when the event is %s', async (_what, set) => {
    const id = await o.published();
    const { tickets } = (await o.organizer().get(`/org/events/${id}`)).body;
    await world.db.updateTable('events').set(set).where('id', '=', id).execute();
    expect((await add(id)).body.code).toBe('conflict');
    expect((await change(id, tickets[0].id, { name: '別の名前' })).body.code).toBe('conflict');
  });
});

describe('when tickets are sold or held', () => {
  it.each([
    [2, 0],
    [0, 1],
  ])('%d sold and %d held: price, tax and kind are fixed, name and sale may change', async (sold, held) => {
    const id = await o.published();
    const ticket = await o.addTicket(id);
    await sell(ticket, sold, held);
    for (const given of [{ price: 1000 }, { taxRate: 8 }, { kind: 'student' }])
      expect(await change(id, ticket, given)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const saleEndAt = o.iso(120);
    expect((await change(id, ticket, { name: '早割', price: 1500, saleEndAt })).body).toMatchObject({
      name: '早割',
      saleEndAt,
      sold,
      held,
    });
  });

  it('the quota cannot fall below them', async () => {
    const id = await o.published();
    const ticket = await o.addTicket(id);
    await sell(ticket, 3, 2);
    expect(await change(id, ticket, { quota: 4 })).toMatchObject({
      status: 422,
      body: { code: 'quota_below_sold', fields: { quota: 'すでに5席が申し込まれています。' } },
    });
    expect((await change(id, ticket, { quota: 5 })).body.quota).toBe(5);
    expect((await change(id, ticket, { quota: null })).body.quota).toBeNull();
  });

  it('a quota lowered while seats are taken never falls below them', async () => {
    const id = await o.published();
    for (let round = 0; round < 10; round += 1) {
      const ticket = await o.addTicket(id, { quota: 10 });
      await sell(ticket, 4);
      // Takes a seat like a sale does: in one conditional statement.
      const take = () =>
        world.db
          .updateTable('ticket_types')
          .set((eb) => ({ held: eb('held', '+', 1) }))
          .where('id', '=', ticket)
          .whereRef('quota', '>', (eb) => eb('sold', '+', eb.ref('held')))
          .executeTakeFirst();
      await Promise.all([take(), change(id, ticket, { quota: 5 }), take(), take()]);
      const { quota, sold, held } = await ticketOf(ticket);
      expect(sold + held).toBeLessThanOrEqual(quota ?? 0);
      await remove(id, ticket);
      await world.db.deleteFrom('ticket_types').where('id', '=', ticket).execute();
    }
  });

  it('it cannot be deleted, nor once one was requested', async () => {
    const id = await o.published();
    const [sold, asked, untouched] = [await o.addTicket(id), await o.addTicket(id), await o.addTicket(id)];
    await sell(sold, 1);
    await insertParticipation(world.db, {
      event_id: id,
      ticket_type_id: asked,
      user_id: world.people.adult,
      state: 'expired',
    });
    expect([(await remove(id, sold)).status, (await remove(id, asked)).status]).toEqual([409, 409]);
    expect((await remove(id, untouched)).status).toBe(204);
  });
});

it('keeps the last ticket type of a published event, but not of a draft', async () => {
  const [published, draft] = [await o.published(), await o.draft()];
  const { tickets } = (await o.organizer().get(`/org/events/${published}`)).body;
  expect((await remove(published, tickets[0].id)).body.code).toBe('conflict');
  expect((await remove(draft, await o.addTicket(draft))).status).toBe(204);
});

describe('an invitation code', () => {
  const invite = (eventId: string, body: object) => o.organizer().post(`/org/events/${eventId}/invitations`, body);

  it('is generated without characters that look alike', async () => {
    const id = await o.draft();
    const ticketTypeId = await o.addTicket(id);
    const { status, body } = await invite(id, { ticketTypeId, maxUses: 10, expiresAt: o.iso(600) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ eventId: id, ticketTypeId, maxUses: 10, uses: 0, revokedAt: null });
    expect(body.code).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/);
    expect((await o.organizer().get(`/org/events/${id}/invitations`)).body.items).toEqual([body]);
    expect((await o.organizer().get(`/org/events/${id}`)).body.invitations).toEqual([body]);
  });

  it('can be chosen; it is stored in capitals and unique per event', async () => {
    const [id, other] = [await o.draft(), await o.draft()];
    const [ticketTypeId, otherType] = [await o.addTicket(id), await o.addTicket(other)];
    expect((await invite(id, { ticketTypeId, maxUses: 1, code: ' ho shi-7f2k ' })).body.code).toBe('HOSHI-7F2K');
    expect(await invite(id, { ticketTypeId, maxUses: 1, code: 'HOSHI-7F2K' })).toMatchObject({
      status: 409,
      body: { code: 'already' },
    });
    expect((await invite(other, { ticketTypeId: otherType, maxUses: 1, code: 'HOSHI-7F2K' })).status).toBe(201);
  });

  it.each([
    ['three characters', { code: 'ABC' }, 'code'],
    ['a comma inside', { code: 'AB,CD' }, 'code'],
    ['Japanese letters', { code: 'ホシホシ' }, 'code'],
    ['zero uses', { maxUses: 0 }, 'maxUses'],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt'],
  ])('with %s is rejected', async (_what, given, field) => {
    const id = await o.draft();
    const { status, body } = await invite(id, { ticketTypeId: await o.addTicket(id), maxUses: 1, ...given });
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] });
  });

  it('must be for a ticket type of its event', async () => {
    const [id, other] = [await o.draft(), await o.draft()];
    expect((await invite(id, { ticketTypeId: await o.addTicket(other), maxUses: 1 })).status).toBe(404);
  });

  it('is revoked permanently and keeps its uses', async () => {
    const id = await o.draft();
    const { body } = await invite(id, { ticketTypeId: await o.addTicket(id), maxUses: 3 });
    const revoke = (eventId: string) => o.organizer().delete(`/org/events/${eventId}/invitations/${body.id}`);
    expect((await revoke(await o.draft())).status).toBe(404);
    expect([(await revoke(id)).status, (await revoke(id)).status]).toEqual([204, 204]);
    const [row] = (await o.organizer().get(`/org/events/${id}/invitations`)).body.items;
    expect(row).toMatchObject({ id: body.id, revokedAt: expect.any(String), maxUses: 3 });
  });

  it('cannot be created once the event is over', async () => {
    const id = await o.draft();
    const ticketTypeId = await o.addTicket(id);
    await world.db.updateTable('events').set({ state: 'ended' }).where('id', '=', id).execute();
    expect((await invite(id, { ticketTypeId, maxUses: 1 })).body.code).toBe('conflict');
  });
});
