import { addDays, subDays } from 'date-fns';
import ICAL from 'ical.js';
import { sql } from 'kysely';

import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertParticipation,
  insertReservation,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { ticketWorld } from '../testing/ticket-world';

let world: TestApp;
let tickets: ReturnType<typeof ticketWorld>;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(() => {
  tickets = ticketWorld(world);
});
afterEach(async () => {
  await clearContent(world.db);
  await world.db.deleteFrom('calendar_feeds').execute();
});
afterAll(() => world.close());

/** 14:00 in Japan. */
const START = new Date('2037-12-05T05:00:00.000Z');

/** Parses a file with another library. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as ConstructorParameters<typeof ICAL.Component>[0]);
  const [zone] = calendar.getAllSubcomponents('vtimezone');
  if (zone) ICAL.TimezoneService.register(zone);
  const entries = calendar.getAllSubcomponents('vevent').map((each) => {
    const event = new ICAL.Event(each);
    return {
      uid: event.uid,
      sequence: event.sequence,
      title: event.summary,
      description: event.description,
      start: event.startDate.toJSDate().toISOString(),
      end: event.endDate.toJSDate().toISOString(),
      zone: each.getFirstProperty('dtstart')?.getFirstParameter('tzid'),
      stamp: String(each.getFirstPropertyValue('dtstamp')),
      status: each.getFirstPropertyValue('status'),
      alarms: each.getAllSubcomponents('valarm').length,
    };
  });
  return { method: calendar.getFirstPropertyValue('method'), zones: zone?.getFirstPropertyValue('tzid'), entries };
}
async function file(path: string, caller: Caller = 'unauthenticated') {
  const { status, body, headers } = await world.as(caller).get(path);
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/calendar; charset=utf-8');
  return { text: body as string, ...read(body as string) };
}
const anEvent = (given: Parameters<typeof tickets.anEvent>[0] = {}) =>
  tickets.anEvent({ title: '最初の銀河', start_at: START, ...given });
const takePart = (
  event: { eventId: string; ticketId: string },
  state: 'confirmed' | 'refunded' | 'held' = 'confirmed',
) =>
  insertParticipation(world.db, {
    event_id: event.eventId,
    ticket_type_id: event.ticketId,
    user_id: world.people.adult,
    state,
  });

describe('the calendar file of an event', () => {
  it("is parsed by another library as the event, in Japan's time zone", async () => {
    const event = await anEvent({ description: '研究者と話す90分', calendar_sequence: 2 });
    expect(await file(`/events/${event.eventId}/calendar.ics`)).toMatchObject({
      method: 'PUBLISH',
      zones: 'Asia/Tokyo',
      entries: [
        {
          uid: `${event.eventId}@manabiba.test`,
          sequence: 2,
          title: '最初の銀河',
          description: `研究者と話す90分\n\nhttps://manabiba.test/events/${event.eventId}`,
          start: '2037-12-05T05:00:00.000Z',
          end: '2037-12-05T06:30:00.000Z',
          zone: 'Asia/Tokyo',
          stamp: expect.stringMatching(/Z$/),
          status: 'CONFIRMED',
          alarms: 1,
        },
      ],
    });
  });

  it('escapes text: nothing in it ends a line, a value or the entry', async () => {
    const title = '星; 空, \\ライブ\nBEGIN:VALARM "引用"';
    const description = `${'長い説明。'.repeat(60)}\r\nEND:VEVENT\r\nBEGIN:VEVENT\u0007`;
    const event = await anEvent({ title, description });
    const { text, entries } = await file(`/events/${event.eventId}/calendar.ics`);
    expect(entries).toHaveLength(1);
    expect(entries[0]?.title).toBe(title);
    expect(entries[0]?.description).toContain(`${'長い説明。'.repeat(60)}\nEND:VEVENT\nBEGIN:VEVENT\n\n`);
    const lines = text.split('\r\n');
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('removes the event when it is cancelled', async () => {
    const event = await anEvent({ state: 'cancelled', calendar_sequence: 3 });
    const { method, entries } = await file(`/events/${event.eventId}/calendar.ics`);
    expect([method, entries]).toMatchObject(['CANCEL', [{ status: 'CANCELLED', sequence: 3, alarms: 0 }]]);
  });

  it.each(['draft'] as const)('is not found for a %s or an unknown event', async (state) => {
    const event = await anEvent({ state });
    expect((await world.as('unauthenticated').get(`/events/${event.eventId}/calendar.ics`)).status).toBe(404);
    expect((await world.as('unauthenticated').get('/events/evt_x/calendar.ics')).status).toBe(404);
  });
});

describe("the calendar file of a user's own event", () => {
  it('is the same entry as the public one, until the user no longer participates', async () => {
    const event = await anEvent();
    const id = await takePart(event);
    const path = `/me/aud/events/${event.eventId}/calendar.ics`;
    const own = await file(path, 'adult');
    expect([own.method, own.entries[0]?.uid]).toEqual(['PUBLISH', `${event.eventId}@manabiba.test`]);
    await world.db.updateTable('participations').set({ state: 'refunded' }).where('id', '=', id).execute();
    expect(await file(path, 'adult')).toMatchObject({ method: 'CANCEL', entries: [{ status: 'CANCELLED' }] });
  });

  it("is not found for another user's event or for a hold, and requires sign-in", async () => {
    const event = await anEvent();
    await takePart(event, 'held');
    const path = `/me/aud/events/${event.eventId}/calendar.ics`;
    expect((await world.as('adult').get(path)).status).toBe(404);
    expect((await world.as('otherAdult').get(path)).status).toBe(404);
    expect((await world.as('unauthenticated').get(path)).status).toBe(401);
    expect((await world.as('suspended').get(path)).status).toBe(403);
  });
});

describe('the calendar file of a classroom', () => {
  const aClassroom = (given: Partial<Parameters<typeof insertClassroom>[1]> = {}) =>
    insertClassroom(world.db, { host_id: world.people.adult, name: '朝の英文法', start_at: START, ...given });

  it('keeps its entry, with a higher sequence for each move and for the cancellation', async () => {
    const id = await aClassroom();
    const path = `/classrooms/${id}/calendar.ics`;
    const { entries } = await file(path);
    expect(entries).toMatchObject([
      { uid: `${id}@manabiba.test`, sequence: 0, title: '朝の英文法', zone: 'Asia/Tokyo' },
    ]);
    expect(entries[0]?.description).toContain(`https://manabiba.test/classrooms/${id}`);
    const host = world.as('adult');
    expect((await host.patch(`/classrooms/${id}`, { name: '朝の英文法 仮定法' })).status).toBe(200);
    expect(await file(path)).toMatchObject({ entries: [{ sequence: 0, title: '朝の英文法 仮定法' }] });
    // The contract compares a new start with the real time.
    const startAt = new Date(86_400_000 + Date.now() - (Date.now() % 60_000)).toISOString();
    expect((await host.patch(`/classrooms/${id}`, { startAt })).status).toBe(200);
    expect(await file(path)).toMatchObject({ method: 'PUBLISH', entries: [{ sequence: 1, start: startAt }] });
    expect((await host.delete(`/classrooms/${id}`)).status).toBe(204);
    expect(await file(path)).toMatchObject({ method: 'CANCEL', entries: [{ sequence: 2, status: 'CANCELLED' }] });
  });

  it('is opened by who may open the classroom', async () => {
    const id = await aClassroom({ private_mode: true, private_key: 'k'.repeat(22) });
    const path = `/classrooms/${id}/calendar.ics`;
    for (const [query, status] of [
      ['', 404],
      ['?key=wrong', 404],
      [`?key=${'k'.repeat(300)}`, 404],
      [`?key=${'k'.repeat(22)}`, 200],
    ] as const)
      expect([query, (await world.as('unauthenticated').get(`${path}${query}`)).status]).toEqual([query, status]);
    expect((await world.as('adult').get(path)).status).toBe(200);
    expect((await world.as('unauthenticated').get('/classrooms/cls_x/calendar.ics')).status).toBe(404);
  });

  it('is part of the feed of its host and of who has reserved it', async () => {
    const [reserved, hosted, roomOfEvent, other] = [
      await aClassroom({ host_id: world.people.otherAdult, name: '予約', calendar_sequence: 4 }),
      await aClassroom({ name: '主催' }),
      await aClassroom({ name: 'イベントの部屋' }),
      await aClassroom({ host_id: world.people.otherAdult, name: 'ほか' }),
    ];
    await insertReservation(world.db, reserved, world.people.adult);
    const { eventId } = await anEvent({ title: '最初の銀河' });
    await world.db
      .updateTable('classrooms')
      .set({ event_id: eventId, private_mode: true })
      .where('id', '=', roomOfEvent)
      .execute();
    const { body } = await world.as('adult').post('/me/calendar_feed');
    const { entries } = await file((body as { url: string }).url.replace('https://manabiba.test/v1', ''));
    expect(entries.map(({ uid, sequence }) => [uid, sequence]).sort()).toEqual(
      [
        [`${hosted}@manabiba.test`, 0],
        [`${reserved}@manabiba.test`, 4],
      ].sort(),
    );
    expect(entries.map(({ uid }) => uid)).not.toContain(`${other}@manabiba.test`);
  });
});

describe('a personal calendar feed', () => {
  const create = async (caller: Caller = 'adult') => {
    const { status, body } = await world.as(caller).post('/me/calendar_feed');
    expect(status).toBe(201);
    return body as { url: string; webcalUrl: string; createdAt: string };
  };
  const pathOf = ({ url }: { url: string }) => url.replace('https://manabiba.test/v1', '');

  it('contains every event of the user only, with cancelled participations marked', async () => {
    const [mine, given, other] = [await anEvent({ title: '私' }), await anEvent({ title: '返金' }), await anEvent()];
    await takePart(mine);
    await insertParticipation(world.db, {
      event_id: given.eventId,
      ticket_type_id: given.ticketId,
      user_id: world.people.adult,
      state: 'refunded',
      confirmed_at: new Date(),
    });
    await insertParticipation(world.db, {
      event_id: other.eventId,
      ticket_type_id: other.ticketId,
      user_id: world.people.otherAdult,
    });
    const { method, entries } = await file(pathOf(await create()));
    expect(method).toBe('PUBLISH');
    expect(entries.map(({ title, status }) => `${title} ${String(status)}`).sort()).toEqual([
      '私 CONFIRMED',
      '返金 CANCELLED',
    ]);
  });

  it('has what comes next, however much has been', async () => {
    const host = { host_id: world.people.adult };
    const next = await insertClassroom(world.db, { ...host, start_at: addDays(world.clock.now(), 1) });
    const past = await insertClassroom(world.db, { ...host, start_at: subDays(world.clock.now(), 2) });
    await sql`
      insert into classrooms select (jsonb_populate_record(c, jsonb_build_object('id', 'cls_past' || n))).*
      from classrooms c, generate_series(1, 500) n where c.id = ${past}`.execute(world.db);
    const { entries } = await file(pathOf(await create()));
    expect(entries).toHaveLength(500);
    expect(entries.at(-1)?.uid).toBe(`${next}@manabiba.test`);
  });

  it('is a valid calendar when empty', async () => {
    expect((await file(pathOf(await create()))).entries).toEqual([]);
  });

  it('has a webcal URL for subscribing', async () => {
    const { url, webcalUrl } = await create();
    expect(webcalUrl).toBe(url.replace('https:', 'webcal:'));
  });

  it('has one URL at a time, which the user can delete', async () => {
    const me = world.as('adult');
    expect((await me.get('/me/calendar_feed')).body).toEqual({ createdAt: null });
    const first = await create();
    const second = await create();
    expect((await me.get('/me/calendar_feed')).body).toEqual({ createdAt: second.createdAt });
    expect((await world.as('unauthenticated').get(pathOf(first))).status).toBe(404);
    await file(pathOf(second));
    expect((await me.delete('/me/calendar_feed')).status).toBe(204);
    expect((await me.delete('/me/calendar_feed')).status).toBe(204);
    expect((await world.as('unauthenticated').get(pathOf(second))).status).toBe(404);
    expect((await me.get('/me/calendar_feed')).body).toEqual({ createdAt: null });
  });

  it('is not found without its secret, or for a suspended user', async () => {
    const feed = await create('otherStudent');
    for (const path of ['/calendar_feeds/x.ics', '/calendar_feeds/.ics', `${pathOf(feed).replace('.ics', '')}`])
      expect((await world.as('unauthenticated').get(path)).status).toBe(404);
    const suspend = (state: 'suspended' | 'active') =>
      world.db.updateTable('users').set({ state }).where('id', '=', world.people.otherStudent).execute();
    await suspend('suspended');
    expect((await world.as('unauthenticated').get(pathOf(feed))).status).toBe(404);
    await suspend('active');
    await file(pathOf(feed));
  });

  it('is served however many other feeds and guesses come from its address', async () => {
    const feed = await create();
    const guess = async () => (await world.as('unauthenticated').get('/calendar_feeds/unknown.ics')).status;
    expect(await guess()).toBe(404);
    await world.db
      .updateTable('rate_limits')
      .set({ count: 1000 })
      .where('bucket', 'like', 'calendar_guess:%')
      .execute();
    expect(await guess()).toBe(429);
    await file(pathOf(feed));
    await world.db.updateTable('rate_limits').set({ count: 1000 }).where('bucket', 'like', 'calendar_feed:%').execute();
    await file(pathOf(await create('otherStudent')));
    expect((await world.as('unauthenticated').get(pathOf(feed))).status).toBe(429);
    await world.db.deleteFrom('rate_limits').execute();
  });

  it('has an organizer and no attendees, as published calendars must', async () => {
    const { eventId } = await anEvent();
    const { text } = await file(`/events/${eventId}/calendar.ics`);
    expect(text).toMatch(/^ORGANIZER/m);
    expect(text).not.toMatch(/^ATTENDEE/m);
  });

  it('does not store its secret in plain text', async () => {
    const feed = await create();
    const rows = await world.db.selectFrom('calendar_feeds').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(pathOf(feed).replace('/calendar_feeds/', '').replace('.ics', ''));
  });
});
