import { addDays } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';

import { clearContent, insertCategories, insertClassroom, insertReservation } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import type { PersonName } from '../../../testing/test-people';
import { insertPaidSeries, insertSeries } from '../../series/testing/insert-series';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
beforeEach(async () => {
  for (const name of ['adult', 'otherAdult', 'student'] as const) await follow(name);
});
afterEach(async () => {
  await settle();
  // Domain events have the time of the database.
  advance(-advanced);
  await clearContent(world.db);
  for (const table of ['notification_causes', 'notification_settings', 'notification_mutes', 'user_blocks'] as const)
    await world.db.deleteFrom(table).execute();
  await world.signInAgain();
});
afterAll(() => world.close());

const idOf = (name: PersonName) => world.people[name];
const inDays = (days: number) => addDays(world.clock.now(), days);
const follow = (name: PersonName) =>
  world.db
    .insertInto('follows')
    .values({ follower_id: idOf(name), followee_id: idOf('professional') })
    .execute();

async function settle(): Promise<void> {
  await world.events.runDue();
  await world.runJobs();
}
/** Lets the minutes pass in which a host may add to a series. */
async function wait(minutes: number): Promise<void> {
  await settle();
  advance(minutes);
  await settle();
  await world.signInAgain();
}
let advanced = 0;
function advance(minutes: number) {
  world.clock.advance(minutes * millisecondsInMinute);
  advanced += minutes;
}
async function createClass(days: number, given: object = {}): Promise<string> {
  const { body } = await world
    .as('professional')
    .post('/classrooms', {
      ...{ name: '数学', categoryId: 'cat_math', startAt: inDays(days).toISOString() },
      ...{ allUsers: true, audienceMode: false, privateMode: false, ...given },
    });
  return body.id;
}
const createSeries = async (classroomIds: string[] = []): Promise<string> =>
  (await world.as('professional').post('/series', { title: '図で解く数学', categoryId: 'cat_math', classroomIds })).body
    .id;
const addDates = (id: string, classroomIds: string[]) =>
  world.as('professional').post(`/series/${id}/dates`, { classroomIds });

/** Returns the sentences in a user's inbox, each with its URL. */
async function inboxOf(name: PersonName): Promise<string[]> {
  const { body } = await world.as(name).get('/me/notifications');
  return body.items.map(
    ({ sentence, url }: { sentence: { text: string }[]; url: string }) =>
      `${sentence.map(({ text }) => text).join('')} ${url}`,
  );
}

describe('followers of a host', () => {
  it('are notified once of a series of four dates, with their number, and not of its classes', async () => {
    const id = await createSeries(await Promise.all([2, 9, 16].map((days) => createClass(days))));
    await wait(5);
    await addDates(id, [await createClass(23)]);
    await wait(5);
    expect(await inboxOf('adult')).toEqual([]);
    await wait(40);
    expect(await inboxOf('adult')).toEqual([`プロさんが連続講座「図で解く数学」を公開しました(全4回) /series/${id}`]);
    await addDates(id, [await createClass(25)]);
    await wait(40);
    expect(await inboxOf('adult')).toHaveLength(1);
  });

  it('are notified at once of a series whose next date starts within an hour', async () => {
    const { id } = await insertSeries(world.db, { host_id: idOf('professional'), announced_at: null }, [
      { start_at: inDays(0.02) },
    ]);
    await settle();
    expect(await inboxOf('adult')).toEqual([`プロさんが連続講座「星を学ぶ4週間」を公開しました(全1回) /series/${id}`]);
  });

  it('are notified of a series of paid events', async () => {
    const { id } = await insertPaidSeries(world, { host_id: idOf('professional'), announced_at: null });
    await wait(40);
    expect(await inboxOf('adult')).toContain(`プロさんが連続講座「星を学ぶ4週間」を公開しました(全2回) /series/${id}`);
  });

  it('are notified of a class outside a series: at once if it starts within a day, otherwise after half an hour', async () => {
    const soon = await createClass(0.5);
    const later = await createClass(3);
    await wait(0);
    expect(await inboxOf('adult')).toEqual([`プロさんが教室「数学」を作成しました /classrooms/${soon}`]);
    await wait(31);
    expect(await inboxOf('adult')).toContain(`プロさんが教室「数学」を作成しました /classrooms/${later}`);
  });

  it('are notified of a class by the name that it has by then', async () => {
    const id = await createClass(3);
    await wait(5);
    await world.as('professional').patch(`/classrooms/${id}`, { name: '幾何' });
    await wait(31);
    expect(await inboxOf('adult')).toEqual([`プロさんが教室「幾何」を作成しました /classrooms/${id}`]);
  });

  it('are notified once even if two processes run at the same time', async () => {
    await insertSeries(world.db, { host_id: idOf('professional'), announced_at: null }, [{ start_at: inDays(0.02) }]);
    await Promise.all([world.runJobs(), world.runJobs()]);
    expect(await inboxOf('adult')).toHaveLength(1);
  });

  it.each<[string, object, Parameters<typeof insertSeries>[2]]>([
    ['without a date', {}, []],
    ['with past dates only', {}, [{ state: 'ended', start_at: new Date(0) }]],
    ['hidden by the staff', { hidden_at: new Date() }, [{}]],
    ['that is over', { ended_at: new Date() }, [{}]],
  ])('are not notified of a series %s', async (_what, given, dates) => {
    await insertSeries(world.db, { host_id: idOf('professional'), announced_at: null, ...given }, dates);
    await wait(20);
    expect(await inboxOf('adult')).toEqual([]);
  });

  it('are notified only if they may join one of the dates', async () => {
    const dates = [{ all_users: false, start_at: inDays(2) }];
    await insertSeries(world.db, { host_id: idOf('professional'), announced_at: null }, dates);
    await wait(20);
    expect([await inboxOf('adult'), (await inboxOf('student')).length]).toEqual([[], 1]);
  });

  it('reach the series from a mail, which is worded for a series', async () => {
    await world
      .as('adult')
      .post('/me/notification_settings', { channels: { classroomCreatedByFollow: { mail: true } } });
    const earlier = world.mail.sent.length;
    const { id } = await insertSeries(world.db, { host_id: idOf('professional'), announced_at: null }, [
      { start_at: inDays(3) },
    ]);
    await wait(20);
    const [mail] = world.mail.sent.slice(earlier);
    expect(mail?.subject).toBe('【まなびば】プロさんが連続講座「星を学ぶ4週間」を公開しました(全1回)');
    expect(mail?.text).toContain(`/series/${id}`);
    expect(mail?.text).not.toContain('教室を開く');
  });
});

describe('whoever reserved a whole series', () => {
  const book = (name: PersonName, id: string) => world.as(name).post(`/series/${id}/reservations`);

  it('is notified once of all dates that are added later, and others are not', async () => {
    const { id, dates } = await insertSeries(world.db, { host_id: idOf('professional') }, [{ start_at: inDays(2) }]);
    await insertReservation(world.db, dates[0] ?? '', idOf('otherAdult'));
    await book('adult', id);
    advance(1);
    const added = [await createClass(3), await createClass(4)];
    await addDates(id, added);
    await addDates(id, added);
    await wait(40);
    expect(await inboxOf('adult')).toEqual([`連続講座「星を学ぶ4週間」に新しい回が追加されました(2回) /series/${id}`]);
    expect([await inboxOf('otherAdult'), await inboxOf('student')]).toEqual([[], []]);
  });

  it('is not notified of dates that are over, that they reserved before, or after they cancelled', async () => {
    const { id } = await insertSeries(world.db, { host_id: idOf('professional') }, [{ start_at: inDays(2) }]);
    for (const name of ['adult', 'student'] as const) await book(name, id);
    await world.as('student').delete(`/series/${id}/reservations`);
    advance(1);
    const host = { host_id: idOf('professional') };
    const over = await insertClassroom(world.db, { ...host, state: 'ended' });
    const reserved = await insertClassroom(world.db, { ...host, start_at: inDays(3) });
    await insertReservation(world.db, reserved, idOf('adult'));
    await addDates(id, [over]);
    advance(1);
    await addDates(id, [reserved]);
    await settle();
    expect([await inboxOf('adult'), await inboxOf('student')]).toEqual([[], []]);
  });
});
