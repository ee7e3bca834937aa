import { addDays } from 'date-fns';
import ICAL from 'ical.js';

import { aCrowd } from '../../testing/crowd';
import {
  clearContent,
  insertCategories,
  insertClassroom,
  insertClassroomUser,
  insertReservation,
} from '../../testing/rows';
import { type Caller, startTestApp, type TestApp, type TestClient } from '../../testing/start-test-app';
import { insertSeries } from './testing/insert-series';

let world: TestApp;
let crowd: (TestClient & { id: string })[];
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  crowd = await aCrowd(world, 12);
});
afterEach(async () => {
  await world.db.deleteFrom('series_reports').execute();
  await world.db.updateTable('partner_schools').set({ classmates_only: false }).execute();
  await clearContent(world.db);
});
afterAll(() => world.close());

const inDays = (days: number) => addDays(Date.now(), days);
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status >= 400 ? `${status} ${body.code}` : `${status}`;
/** Inserts a series of the professional with these dates, one a day. */
const aSeries = (dates: Parameters<typeof insertSeries>[2] = [{}, {}, {}], given: object = {}) =>
  insertSeries(
    world.db,
    { host_id: world.people.professional, ...given },
    dates.map((date, index) => ({ start_at: inDays(index + 1), ...date })),
  );
const ownClass = (given: object = {}) => insertClassroom(world.db, { host_id: world.people.professional, ...given });
const texts = { title: '星を学ぶ4週間', description: 'はじめての方へ。', categoryId: 'cat_space' };
const get = async (id: string, caller: Caller = 'adult') => (await world.as(caller).get(`/series/${id}`)).body;
const reserveAll = (caller: Caller, id: string) => world.as(caller).post(`/series/${id}/reservations`);
const reserved = async (caller: 'adult' | 'student') =>
  (
    await world.db
      .selectFrom('reservations')
      .select('classroom_id')
      .where('user_id', '=', world.people[caller])
      .execute()
  ).map((row) => row.classroom_id);

describe('a series', () => {
  it.each<[Caller, string]>([
    ['unauthenticated', '401 unauthenticated'],
    ['child', '403 age_restricted'],
    ['adult', '201'],
    ['student', '201'],
    ['professional', '201'],
    ['suspended', '403 suspended'],
  ])('is created by whoever may create classes: %s', async (caller, answer) => {
    expect(answerOf(await world.as(caller).post('/series', texts))).toBe(answer);
  });

  it('is not created by pupils whose school does not let them create classes', async () => {
    await world.db.updateTable('partner_schools').set({ can_create: false }).execute();
    expect(answerOf(await world.as('school').post('/series', texts))).toBe('403 role_required');
    await world.db.updateTable('partner_schools').set({ can_create: true }).execute();
  });

  it('shows its dates by their start, numbered without cancelled ones', async () => {
    const third = await ownClass({ start_at: inDays(9) });
    const first = await ownClass({ start_at: inDays(2) });
    const cancelled = await ownClass({ start_at: inDays(4) });
    const { body } = await world
      .as('professional')
      .post('/series', { ...texts, classroomIds: [third, first, cancelled] });
    await world.as('professional').delete(`/classrooms/${cancelled}`);
    const shown = await get(body.id, 'unauthenticated');
    expect(shown).toMatchObject({ ...texts, isHost: false, progress: null, endedAt: null });
    expect(
      shown.dates.map((date: { number: number; classroom: { id: string } }) => [date.number, date.classroom.id]),
    ).toEqual([
      [1, first],
      [null, cancelled],
      [2, third],
    ]);
  });

  it('is said on the class and in lists of classes, with the number of the date', async () => {
    const { id, dates } = await aSeries();
    const series = { id, title: '星を学ぶ4週間', number: 2 };
    expect((await world.as('unauthenticated').get(`/classrooms/${dates[1]}`)).body.series).toEqual(series);
    const { items } = (await world.as('adult').get('/classrooms?state=scheduled')).body;
    expect(items[1].series).toEqual(series);
  });

  it.each([
    ['of somebody else', { host_id: 'other' }],
    ['that is private', { private_mode: true }],
    ['that is cancelled', { state: 'cancelled' as const }],
    ['of another series', { series_id: 'other' }],
  ])('takes no class %s, and then none at all', async (_what, given) => {
    const { id } = await aSeries([]);
    const other = await aSeries([]);
    const fine = await ownClass();
    const wrong = await ownClass({
      ...given,
      ...('host_id' in given && { host_id: world.people.adult }),
      ...('series_id' in given && { series_id: other.id }),
    });
    const answer = await world.as('professional').post(`/series/${id}/dates`, { classroomIds: [fine, wrong] });
    expect(answerOf(answer)).toBe('422 invalid');
    expect((await get(id)).dates).toEqual([]);
  });

  it('has at most 24 dates, also when two calls add the last ones at once', async () => {
    const { id } = await aSeries(Array.from({ length: 22 }, () => ({})));
    const add = async () =>
      answerOf(
        await world
          .as('professional')
          .post(`/series/${id}/dates`, { classroomIds: [await ownClass(), await ownClass()] }),
      );
    expect((await Promise.all([add(), add()])).sort()).toEqual(['204', '422 invalid']);
    expect((await get(id)).dates).toHaveLength(24);
  });

  it('lets go of a date, which stays with its reservations', async () => {
    const { id, dates } = await aSeries([{}, {}]);
    const [first = '', second = ''] = dates;
    await insertReservation(world.db, first, world.people.adult);
    expect(answerOf(await world.as('professional').delete(`/series/${id}/dates/${first}`))).toBe('204');
    expect((await get(id)).dates.map((date: { classroom: { id: string } }) => date.classroom.id)).toEqual([second]);
    expect((await world.as('adult').get(`/classrooms/${first}`)).body).toMatchObject({
      series: null,
      isReserved: true,
    });
  });

  it('keeps its classes public', async () => {
    const { dates } = await aSeries([{}]);
    const answer = await world.as('professional').patch(`/classrooms/${dates[0]}`, { privateMode: true });
    expect(answer.body.fields.privateMode).toContain('連続講座');
  });

  it.each<[string, (id: string) => Promise<{ status: number; body: { code?: string } }>]>([
    ['changes its texts', (id) => world.as('adult').patch(`/series/${id}`, { title: 'x' })],
    ['adds a date', (id) => world.as('adult').post(`/series/${id}/dates`, { classroomIds: ['cls_x'] })],
    ['removes a date', (id) => world.as('adult').delete(`/series/${id}/dates/cls_x`)],
    ['ends it', (id) => world.as('adult').post(`/series/${id}/end`)],
  ])('is its host’s: nobody else %s', async (_what, act) => {
    expect(answerOf(await act((await aSeries()).id))).toBe('403 not_owner');
  });

  it('changes its texts', async () => {
    const { id } = await aSeries();
    expect(answerOf(await world.as('professional').patch(`/series/${id}`, { title: '  銀河を学ぶ ' }))).toBe('204');
    expect(await get(id)).toMatchObject({ title: '銀河を学ぶ', categoryId: 'cat_space' });
    expect(answerOf(await world.as('professional').patch(`/series/${id}`, { categoryId: 'cat_none' }))).toBe(
      '422 invalid',
    );
  });

  it('ends: dates ahead are cancelled and reported to those who reserved, and nothing can be added', async () => {
    const { id, dates } = await aSeries([{ state: 'ended' }, {}, {}]);
    expect(answerOf(await world.as('professional').post(`/series/${id}/end`))).toBe('204');
    expect(answerOf(await world.as('professional').post(`/series/${id}/end`))).toBe('204');
    const shown = await get(id);
    expect(shown.endedAt).not.toBeNull();
    expect(shown.dates.map((date: { classroom: { state: string } }) => date.classroom.state)).toEqual([
      'ended',
      'cancelled',
      'cancelled',
    ]);
    const events = await world.db.selectFrom('domain_events').select(['name', 'payload']).execute();
    expect(events).toEqual(
      dates.slice(1).map((classroomId) => ({ name: 'classroomCancelled', payload: { classroomId } })),
    );
    const late = await world.as('professional').post(`/series/${id}/dates`, { classroomIds: [await ownClass()] });
    expect(answerOf(late)).toBe('410 ended');
    expect(answerOf(await reserveAll('adult', id))).toBe('410 ended');
  });

  it('is listed for its host with what is next', async () => {
    const start = inDays(2);
    const { id } = await aSeries([
      { state: 'ended', start_at: inDays(-1) },
      { start_at: start },
      { state: 'cancelled' },
    ]);
    await insertSeries(world.db, { host_id: world.people.adult });
    const { items } = (await world.as('professional').get('/me/series')).body;
    expect(items).toEqual([
      {
        ...{ id, title: '星を学ぶ4週間', dateCount: 2, endedCount: 1, isLive: false, nextStartAt: start.toISOString() },
        ...{ endedAt: null, myAccess: { isOwner: true, roles: [] } },
      },
    ]);
  });

  it('is seen only by the pupils of a school that keeps them among themselves', async () => {
    const { id } = await insertSeries(world.db, { host_id: world.people.school });
    await world.db.updateTable('partner_schools').set({ classmates_only: true }).execute();
    expect(answerOf(await world.as('adult').get(`/series/${id}`))).toBe('404 not_found');
    expect(answerOf(await world.as('unauthenticated').get(`/series/${id}`))).toBe('404 not_found');
    expect(answerOf(await world.as('school').get(`/series/${id}`))).toBe('200');
    expect((await world.as('unauthenticated').get('/sitemap/series')).body.ids).toEqual([]);
  });

  it('is in the sitemap once it has a date', async () => {
    const { id } = await aSeries();
    await aSeries([]);
    expect((await world.as('unauthenticated').get('/sitemap/series')).body.ids).toEqual([id]);
    expect((await world.as('unauthenticated').get('/sitemap')).body.sizes.series).toBe(1);
  });
});

describe('reserving all dates', () => {
  it('reserves each by its own rules, and says what happened to each', async () => {
    const { id, dates } = await aSeries([
      { state: 'ended' },
      { state: 'live' },
      {},
      {},
      { max_speakers: 0, max_listeners: 0 },
      { all_users: false },
      {},
      { state: 'cancelled' },
    ]);
    const [, live = '', already = '', free = '', full = '', students = '', kicked = ''] = dates;
    await insertReservation(world.db, already, world.people.adult);
    await insertClassroomUser(world.db, {
      classroom_id: kicked,
      user_id: world.people.adult,
      role: 'speaker',
      kicked_at: new Date(),
    });
    const { body } = await reserveAll('adult', id);
    expect(body.dates).toEqual([
      { classroomId: live, outcome: 'live' },
      { classroomId: already, outcome: 'already' },
      { classroomId: free, outcome: 'reserved' },
      { classroomId: full, outcome: 'full' },
      { classroomId: students, outcome: 'audience_restricted' },
      { classroomId: kicked, outcome: 'kicked' },
    ]);
    expect((await reserved('adult')).sort()).toEqual([already, free].sort());
  });

  it('gives the last seat of a date to one of several who reserve all at once, and the other dates to everybody', async () => {
    const { id, dates } = await aSeries([{ max_speakers: 1, max_listeners: 0 }, {}]);
    const answers = await Promise.all(crowd.map((each) => each.post(`/series/${id}/reservations`)));
    const outcomes = (index: number) => answers.map(({ body }) => body.dates[index].outcome).sort();
    expect(outcomes(0)).toEqual([...Array<string>(11).fill('full'), 'reserved']);
    expect(outcomes(1)).toEqual(Array<string>(12).fill('reserved'));
    const rows = await world.db
      .selectFrom('classrooms')
      .select(['id', 'reserved_count'])
      .where('series_id', '=', id)
      .orderBy('start_at')
      .execute();
    expect(rows).toEqual([
      { id: dates[0], reserved_count: 1 },
      { id: dates[1], reserved_count: 12 },
    ]);
  });

  it('is refused to its host and to whoever is suspended', async () => {
    const { id } = await aSeries();
    expect(answerOf(await reserveAll('professional', id))).toBe('409 conflict');
    expect(answerOf(await reserveAll('suspended', id))).toBe('403 suspended');
    expect(answerOf(await reserveAll('unauthenticated', id))).toBe('401 unauthenticated');
  });

  it('says later which dates were added since', async () => {
    const { id } = await aSeries([{}]);
    await reserveAll('adult', id);
    const late = await ownClass({ start_at: inDays(8) });
    world.clock.advance(1000);
    await world.as('professional').post(`/series/${id}/dates`, { classroomIds: [late] });
    const later = async (caller: Caller) =>
      (await get(id, caller)).dates.map((date: { isLater: boolean }) => date.isLater);
    expect(await later('adult')).toEqual([false, true]);
    expect(await later('student')).toEqual([false, false]);
    world.clock.advance(1000);
    await reserveAll('adult', id);
    expect(await later('adult')).toEqual([false, false]);
  });

  it('is undone at once, for dates that have not begun', async () => {
    const { id, dates } = await aSeries([{ state: 'live' }, {}, {}]);
    const [live = '', second = '', third = ''] = dates;
    for (const date of [live, second, third]) await insertReservation(world.db, date, world.people.adult);
    const cancel = () => world.as('adult').delete(`/series/${id}/reservations`);
    expect((await cancel()).body).toEqual({ cancelledCount: 2 });
    expect((await cancel()).body).toEqual({ cancelledCount: 0 });
    expect(await reserved('adult')).toEqual([live]);
    expect(answerOf(await world.as('professional').delete(`/series/${id}/reservations`))).toBe('409 conflict');
  });
});

describe('the calendar file', () => {
  const read = async (id: string) => {
    const { status, body, headers } = await world.as('unauthenticated').get(`/series/${id}/calendar.ics`);
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
    const calendar = new ICAL.Component(ICAL.parse(body as string) as ConstructorParameters<typeof ICAL.Component>[0]);
    const [zone] = calendar.getAllSubcomponents('vtimezone');
    if (zone) ICAL.TimezoneService.register(zone);
    return calendar.getAllSubcomponents('vevent').map((each) => {
      const event = new ICAL.Event(each);
      return [event.uid, event.sequence, event.startDate.toJSDate().getTime(), each.getFirstPropertyValue('status')];
    });
  };

  it('has all dates, and follows one that moves and one that is cancelled', async () => {
    const { id, dates } = await aSeries([{}, {}]);
    const [first = '', second = ''] = dates;
    const before = await read(id);
    expect(before.map(([, sequence]) => sequence)).toEqual([0, 0]);
    const moved = new Date(Math.floor(inDays(5).getTime() / 60_000) * 60_000);
    await world.as('professional').patch(`/classrooms/${first}`, { startAt: moved.toISOString() });
    await world.as('professional').delete(`/classrooms/${second}`);
    const after = await read(id);
    expect(after.map(([uid]) => uid).sort()).toEqual(before.map(([uid]) => uid).sort());
    expect(after.find(([uid]) => uid === before[0]?.[0])).toEqual([before[0]?.[0], 1, moved.getTime(), 'CONFIRMED']);
    expect(after.find(([uid]) => uid === before[1]?.[0])?.slice(1)).toEqual([1, before[1]?.[2], 'CANCELLED']);
  });

  it('is refused like the series', async () => {
    const { id } = await aSeries([{}], { hidden_at: new Date() });
    expect((await world.as('unauthenticated').get(`/series/${id}/calendar.ics`)).status).toBe(404);
    expect((await world.as('unauthenticated').get('/series/no.such/calendar.ics')).status).toBe(404);
  });
});

describe('reports', () => {
  it('keep what the series said, once per person, and lead to hiding it from all but its host', async () => {
    const { id, dates } = await aSeries([{}], { title: '買ってください' });
    const report = (caller: Caller) => world.as(caller).post(`/series/${id}/report`, { reason: 'spam' });
    expect(answerOf(await report('adult'))).toBe('200');
    expect(answerOf(await report('adult'))).toBe('200');
    expect(answerOf(await report('professional'))).toBe('422 invalid');
    const { items } = (await world.as('staff').get('/staff/reports')).body;
    expect(items).toMatchObject([
      { kind: 'series', place: '買ってください', subject: { id: world.people.professional } },
    ]);
    const path = `/staff/reports/${items[0].id}`;
    expect((await world.as('staff').get(path)).body).toMatchObject({
      snapshot: [{ name: '題名', value: '買ってください' }],
      seal: { isIntact: true },
    });
    expect((await world.as('staff').post(`${path}/decision`, { decision: 'delete_rating' })).status).toBe(422);
    expect((await world.as('staff').post(`${path}/decision`, { decision: 'hide_series' })).status).toBe(204);
    expect(answerOf(await world.as('adult').get(`/series/${id}`))).toBe('404 not_found');
    expect((await get(id, 'professional')).isHidden).toBe(true);
    expect((await world.as('unauthenticated').get(`/classrooms/${dates[0]}`)).body.series).toBeNull();
    expect((await world.as('unauthenticated').get('/sitemap/series')).body.ids).toEqual([]);
  });
});
