import { addDays, addMinutes, addSeconds, subDays, subMinutes } from 'date-fns';

import { organizing } from '../../../testing/events';
import { clearContent, insertCategories, insertEvent, insertTicketType } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';

let world: TestApp;
let o: ReturnType<typeof organizing>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  o = organizing(world);
});
afterEach(async () => {
  await clearContent(world.db);
  await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people.professional).execute();
});
afterAll(() => world.close());

const eventOf = (id: string) =>
  world.db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const domainEvents = async () =>
  (await world.db.selectFrom('domain_events').select(['name', 'payload']).orderBy('id').execute()).map(
    ({ name, payload }) => [name, payload],
  );
const change = (id: string, body: object) => o.organizer().patch(`/org/events/${id}`, body);
const publish = (id: string) => o.organizer().post(`/org/events/${id}/publish`);
/** Inserts an event of another professional. */
const anothers = () => insertEvent(world.db, { organizer_id: world.people.staff, state: 'draft' });

describe('a draft', () => {
  it('requires a title, a category and times, and is visible to its organizer only', async () => {
    const { status, body } = await o.organizer().post('/org/events', o.aDraft());
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'draft',
      title: '宇宙望遠鏡が見た最初の銀河',
      organizer: { id: world.people.professional },
      tickets: [],
      invitations: [],
      refundPolicy: 'until_24_hours',
      entryOpenAt: new Date(Date.parse(body.startAt) - 10 * 60_000).toISOString(),
      missing: ['cover', 'description', 'tickets'],
      publishedAt: null,
    });
    expect((await o.organizer().get(`/org/events/${body.id}`)).body).toEqual(body);
    expect((await world.as('adult').get(`/events/${body.id}`)).status).toBe(404);
    expect((await world.as('unauthenticated').get('/events')).body.items).toEqual([]);
    expect((await world.as('unauthenticated').get('/search?q=宇宙望遠鏡')).body.items).toEqual([]);
  });

  it.each([
    ['no title', { title: ' ' }, 'title'],
    ['a title of 51 characters', { title: 'あ'.repeat(51) }, 'title'],
    ['a description of 4001 characters', { description: 'あ'.repeat(4001) }, 'description'],
    ['a cancellation text of 301 characters', { cancelPolicy: 'あ'.repeat(301) }, 'cancelPolicy'],
    ['an unknown category', { categoryId: 'cat_none' }, 'categoryId'],
    ['a start in the past', { startAt: () => o.iso(-1), endAt: () => o.iso(60) }, 'startAt'],
    [
      'a start more than a year ahead',
      { startAt: () => o.iso(366 * 1440), endAt: () => o.iso(366 * 1440 + 60) },
      'startAt',
    ],
    ['an end equal to its start', { endAt: () => o.iso(24 * 60) }, 'endAt'],
    ['an end after more than twelve hours', { endAt: () => o.iso(36 * 60 + 1) }, 'endAt'],
    ['eleven speakers', { speakerIds: Array.from({ length: 11 }, (_, index) => `usr_${index}`) }, 'speakerIds'],
    ['an unknown speaker', { speakerIds: ['usr_none'] }, 'speakerIds'],
    ['a speaker aged 12 or under', { speakerIds: ['usr_child'] }, 'speakerIds'],
    ['a speaker who has withdrawn', { speakerIds: ['usr_withdrawn'] }, 'speakerIds'],
    ['an unknown cover', { coverUploadId: 'upl_none' }, 'coverUploadId'],
    ['another state', { state: 'published' }, ''],
  ])('with %s is rejected', async (_what, given, field) => {
    const now = world.clock.now();
    world.clock.set(now);
    const resolved = Object.fromEntries(
      Object.entries(given).map(([key, value]) => [
        key,
        typeof value === 'function' ? (value as () => string)() : value,
      ]),
    );
    const { status, body } = await o.organizer().post('/org/events', o.aDraft(resolved));
    expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid' });
    if (field !== '') expect(Object.keys(body.fields)).toEqual([field]);
    expect(await world.db.selectFrom('events').select('id').execute()).toEqual([]);
  });

  it('accepts a cover only from its uploader', async () => {
    const coverUploadId = await o.sendCover();
    const id = await o.draft();
    expect((await change(id, { coverUploadId })).body.imageUrl).toBe(`/v1/images/${coverUploadId}`);
    await world.db
      .updateTable('uploads')
      .set({ user_id: world.people.adult })
      .where('id', '=', coverUploadId)
      .execute();
    expect((await change(id, { coverUploadId })).body.fields).toHaveProperty('coverUploadId');
    expect((await change(id, { coverUploadId: null })).body.imageUrl).toBeNull();
  });

  it('is changed field by field; omitted fields stay', async () => {
    const id = await o.draft({ description: '前の説明' });
    const { body } = await change(id, {
      title: '新しい題名',
      speakerIds: [world.people.adult, world.people.professional],
      refundPolicy: 'none',
      cancelPolicy: '早めにご連絡ください。',
    });
    expect(body).toMatchObject({
      title: '新しい題名',
      description: '前の説明',
      refundPolicy: 'none',
      cancelPolicy: '早めにご連絡ください。',
      speakers: [{ id: world.people.adult }, { id: world.people.professional }],
    });
    expect(await domainEvents()).toEqual([]);
  });

  it('keeps the interval between entry and start', async () => {
    const id = await o.draft({ entryOpensBeforeMinutes: 30 });
    const startAt = o.iso(48 * 60);
    const { body } = await change(id, { startAt, endAt: o.iso(49 * 60) });
    expect(body.entryOpenAt).toBe(new Date(Date.parse(startAt) - 30 * 60_000).toISOString());
    expect((await eventOf(id)).calendar_sequence).toBe(0);
  });

  it('is deleted with tickets and codes', async () => {
    const id = await o.draft();
    const ticketTypeId = await o.addTicket(id);
    await o.organizer().post(`/org/events/${id}/invitations`, { ticketTypeId, maxUses: 1 });
    expect((await o.cancel(id)).status).toBe(204);
    expect((await o.organizer().get(`/org/events/${id}`)).status).toBe(404);
    expect(await domainEvents()).toEqual([]);
  });
});

describe("an organizer's events", () => {
  it('are listed latest start first, page by page, filtered by progress, for their organizer only', async () => {
    const ids = [];
    for (const days of [3, 1, 2]) {
      const start = days * 1440;
      ids.push(await o.draft({ startAt: o.iso(start), endAt: o.iso(start + 60) }));
    }
    await anothers();
    const first = (await o.organizer().get('/org/events?limit=2')).body;
    const second = (await o.organizer().get(`/org/events?limit=2&cursor=${first.nextCursor}`)).body;
    expect([...first.items, ...second.items].map(({ id }: { id: string }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    expect(second.nextCursor).toBeNull();
    expect((await o.organizer().get('/org/events?stage=public')).body.items).toEqual([]);
    expect((await o.organizer().get('/org/events?stage=draft')).body.items).toHaveLength(3);
    const live = await o.published();
    await world.db.updateTable('events').set({ state: 'live' }).where('id', '=', live).execute();
    const idsOf = async (stage: string) =>
      (await o.organizer().get(`/org/events?stage=${stage}`)).body.items.map(({ id }: { id: string }) => id);
    expect(await idsOf('public')).toEqual([live]);
    await world.db.updateTable('events').set({ state: 'cancelled' }).where('id', '=', live).execute();
    expect(await idsOf('past')).toEqual([live]);
  });

  it.each([
    ['seen', (id: string) => o.organizer().get(`/org/events/${id}`)],
    ['changed', (id: string) => change(id, { title: '乗っ取り' })],
    ['published', publish],
    ['duplicated', (id: string) => o.organizer().post(`/org/events/${id}/duplicate`)],
    ['deleted', (id: string) => o.cancel(id, '理由')],
    ['extended with tickets', (id: string) => o.organizer().post(`/org/events/${id}/ticket_types`, o.aTicket())],
    [
      'extended with codes',
      (id: string) => o.organizer().post(`/org/events/${id}/invitations`, { ticketTypeId: 'tkt_x', maxUses: 1 }),
    ],
    ['queried for codes', (id: string) => o.organizer().get(`/org/events/${id}/invitations`)],
    ['queried for participants', (id: string) => o.organizer().get(`/org/events/${id}/participants`)],
    ['exported', (id: string) => o.organizer().get(`/org/events/${id}/participants.csv`)],
    ['queried for sales', (id: string) => o.organizer().get(`/org/events/${id}/sales`)],
  ])('cannot be %s by another professional', async (_what, act) => {
    const id = await anothers();
    expect(await act(id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect((await eventOf(id)).title).toBe('最初の銀河');
  });
});

describe('publishing', () => {
  it('makes a complete draft public and publishes its domain event once', async () => {
    const id = await o.completeDraft();
    const { status, body } = await publish(id);
    expect({ status, state: body.state, missing: body.missing }).toEqual({
      status: 200,
      state: 'published',
      missing: [],
    });
    expect(body.publishedAt).not.toBeNull();
    expect(
      (await world.as('unauthenticated').get('/events')).body.items.map((event: { id: string }) => event.id),
    ).toEqual([id]);
    expect((await world.as('unauthenticated').get('/search?q=宇宙望遠鏡')).body.items).toHaveLength(1);
    expect(await domainEvents()).toEqual([['eventPublished', { eventId: id }]]);
    expect(await publish(id)).toMatchObject({ status: 409, body: { code: 'already' } });
  });

  it('lists everything that is missing', async () => {
    const id = await o.draft();
    await world.db
      .updateTable('events')
      .set({ start_at: new Date(0) })
      .where('id', '=', id)
      .execute();
    const { status, body } = await publish(id);
    expect(status).toBe(422);
    expect(Object.keys(body.fields)).toEqual(['cover', 'description', 'times', 'tickets']);
    expect((await o.organizer().get(`/org/events/${id}`)).body.missing).toEqual(Object.keys(body.fields));
  });

  it('requires sales to end by the start, also after the start was moved', async () => {
    const id = await o.completeDraft();
    await o.addTicket(id, { saleEndAt: o.iso(20 * 60) });
    await change(id, { startAt: o.iso(10 * 60), endAt: o.iso(11 * 60) });
    expect((await publish(id)).body.fields).toEqual({ ticket_sales: 'チケットの販売期間をご確認ください。' });
  });

  it.each([
    ['documents_required', null, 'email_unverified'],
    ['documents_required', new Date(), 'role_required'],
    ['under_review', new Date(), 'role_required'],
  ] as const)('is refused to a professional who is %s, verified at %s', async (state, verifiedAt, code) => {
    const id = await o.completeDraft();
    await world.db
      .updateTable('users')
      .set({ state, email_verified_at: verifiedAt })
      .where('id', '=', world.people.professional)
      .execute();
    expect(await publish(id)).toMatchObject({ status: 403, body: { code } });
    expect((await o.organizer().get(`/org/events/${id}`)).body.missing).toEqual(['verification']);
  });

  it('is refused to a professional not verified by staff', async () => {
    const id = await o.completeDraft();
    const professional = world.db.updateTable('professionals').where('user_id', '=', world.people.professional);
    await professional.set({ verified_at: null }).execute();
    expect(await publish(id)).toMatchObject({ status: 403, body: { code: 'role_required' } });
    await professional.set({ verified_at: new Date() }).execute();
  });

  it('is refused once the event was cancelled', async () => {
    const id = await o.published();
    await o.cancel(id, '都合により');
    expect(await publish(id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('rejects one of two concurrent calls that publish and empty the event', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await o.completeDraft();
      const [published, emptied] = await Promise.all([publish(id), change(id, { description: '' })]);
      expect([published.status, emptied.status].sort()).toEqual([200, 422]);
      const { state, description } = await eventOf(id);
      expect(state === 'published' && description === '').toBe(false);
    }
  });
});

describe('a change with basedOn', () => {
  it('is refused when the event has been changed since, and leaves it unchanged', async () => {
    const id = await o.draft();
    const { updatedAt: basedOn } = (await o.organizer().get(`/org/events/${id}`)).body;
    world.clock.set(addSeconds(world.clock.now(), 1));
    expect((await change(id, { title: 'こちらの題名', basedOn })).status).toBe(200);
    expect(await change(id, { title: 'あちらの題名', basedOn })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    });
    expect((await eventOf(id)).title).toBe('こちらの題名');
    const { updatedAt } = (await o.organizer().get(`/org/events/${id}`)).body;
    expect((await change(id, { title: 'あちらの題名', basedOn: updatedAt })).status).toBe(200);
  });
});

describe('a published event', () => {
  it('keeps the refund policy once a ticket is taken', async () => {
    const id = await o.published();
    expect((await change(id, { refundPolicy: 'until_7_days' })).status).toBe(200);
    await world.db.updateTable('ticket_types').set({ sold: 1 }).where('event_id', '=', id).execute();
    expect(await change(id, { refundPolicy: 'none' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await eventOf(id)).refund_policy).toBe('until_7_days');
    expect((await change(id, { refundPolicy: 'until_7_days', title: '別の題名' })).status).toBe(200);
  });

  it('can move: participants are notified, the calendar sequence increases, and sale ends by the new start', async () => {
    const id = await o.published();
    const from = (await eventOf(id)).start_at.toISOString();
    const to = o.iso(30);
    const { body } = await change(id, { startAt: to, endAt: o.iso(90) });
    expect(body).toMatchObject({ startAt: to, tickets: [{ saleEndAt: to }] });
    expect((await eventOf(id)).calendar_sequence).toBe(1);
    expect((await domainEvents()).at(-1)).toEqual(['eventRescheduled', { eventId: id, from, to }]);
  });

  it('announces another end too, but not unchanged times or another entry time', async () => {
    const id = await o.published();
    const { start_at: startAt, end_at: endAt } = await eventOf(id);
    await change(id, { startAt: startAt.toISOString(), endAt: endAt.toISOString(), entryOpensBeforeMinutes: 20 });
    expect((await eventOf(id)).calendar_sequence).toBe(0);
    await change(id, { endAt: addMinutes(endAt, 1).toISOString() });
    expect((await eventOf(id)).calendar_sequence).toBe(1);
    expect((await domainEvents()).map(([name]) => name)).toEqual(['eventPublished', 'eventRescheduled']);
  });

  it.each([
    ['its cover', { coverUploadId: null }, 'coverUploadId'],
    ['its description', { description: ' ' }, 'description'],
  ])('keeps %s', async (_what, given, field) => {
    const id = await o.published();
    const { status, body } = await change(id, given);
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 422, fields: [field] });
  });

  it('cannot move once it has begun; its texts can still change', async () => {
    const id = await o.published();
    await world.db
      .updateTable('events')
      .set({ state: 'live', start_at: subMinutes(world.clock.now(), 1) })
      .where('id', '=', id)
      .execute();
    expect(await change(id, { startAt: o.iso(60) })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect((await change(id, { description: '本日の資料を追加しました。' })).status).toBe(200);
  });

  it.each(['ended', 'archived', 'cancelled'] as const)('cannot change once it is %s', async (state) => {
    const id = await insertEvent(world.db, { organizer_id: world.people.professional, state });
    expect(await change(id, { title: '別の題名' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('is cancelled once with a reason, and leaves lists and search', async () => {
    const id = await o.published();
    expect((await o.cancel(id)).body.fields).toHaveProperty('reason');
    expect((await o.cancel(id, '登壇者の体調がすぐれないため、中止いたします。')).status).toBe(204);
    expect((await o.organizer().get(`/org/events/${id}`)).body).toMatchObject({
      state: 'cancelled',
      cancelReason: '登壇者の体調がすぐれないため、中止いたします。',
      cancelledAt: expect.any(String),
    });
    expect((await eventOf(id)).calendar_sequence).toBe(1);
    expect(await o.cancel(id, 'もう一度')).toMatchObject({ status: 409, body: { code: 'already' } });
    expect((await world.as('unauthenticated').get('/events')).body.items).toEqual([]);
    expect((await world.as('unauthenticated').get('/search?q=宇宙望遠鏡')).body.items).toEqual([]);
    expect((await domainEvents()).map(([name]) => name)).toEqual(['eventPublished', 'eventCancelled']);
  });

  it('is cancelled once by concurrent calls', async () => {
    const id = await o.published();
    const answers = await Promise.all([o.cancel(id, '一'), o.cancel(id, '二')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    expect((await domainEvents()).filter(([name]) => name === 'eventCancelled')).toHaveLength(1);
  });

  it.each(['live', 'ended', 'archived'] as const)('cannot be cancelled once it is %s', async (state) => {
    const id = await insertEvent(world.db, { organizer_id: world.people.professional, state });
    expect(await o.cancel(id, '理由')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });
});

describe('a copy', () => {
  it('is a draft with the same content and tickets, whole weeks later, with nothing sold', async () => {
    const start = subDays(world.clock.now(), 10);
    const original = await insertEvent(world.db, {
      organizer_id: world.people.professional,
      state: 'ended',
      start_at: start,
      description: '説明',
      speaker_ids: [world.people.adult],
    });
    await insertTicketType(world.db, { event_id: original, quota: 100, sold: 40, held: 2, sale_end_at: start });
    const { status, body } = await o.organizer().post(`/org/events/${original}/duplicate`);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'draft',
      title: '最初の銀河',
      description: '説明',
      speakers: [{ id: world.people.adult }],
      startAt: addDays(start, 14).toISOString(),
      tickets: [{ name: '一般', quota: 100, sold: 0, held: 0, saleEndAt: addDays(start, 14).toISOString() }],
      participantCount: 0,
    });
    expect(body.id).not.toBe(original);
  });

  it('of an upcoming event is a week later', async () => {
    const id = await o.published();
    const { body } = await o.organizer().post(`/org/events/${id}/duplicate`);
    expect(Date.parse(body.startAt) - (await eventOf(id)).start_at.getTime()).toBe(7 * 86_400_000);
    expect(body.imageUrl).toBe((await eventOf(id)).image_url);
  });
});

it('refuses creation while the service is read-only, but allows cancelling', async () => {
  const closed = await startTestApp({ env: { CLOSURE_MODE: 'readonly' } });
  await insertCategories(closed.db);
  const organizer = closed.as('professional');
  const id = await insertEvent(closed.db, { organizer_id: closed.people.professional });
  const creating = [
    await organizer.post('/org/events', organizing(closed).aDraft()),
    await organizer.post(`/org/events/${id}/publish`),
    await organizer.post(`/org/events/${id}/duplicate`),
    await organizer.post(`/org/events/${id}/ticket_types`, organizing(closed).aTicket()),
    await organizer.post(`/org/events/${id}/invitations`, { ticketTypeId: 'tkt_x', maxUses: 1 }),
  ];
  expect(creating.map(({ body }) => body.code)).toEqual(creating.map(() => 'service_closed'));
  expect((await organizing(closed).cancel(id, '終了のため')).status).toBe(204);
  await closed.close();
});
