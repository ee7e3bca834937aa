import { wordsOfPdf } from '../../testing/pdf/pdf-words';
import { clearContent, insertCategories, insertClassroomUser } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { insertArchive } from '../archives/testing/insert-archive';
import { insertSeries } from './testing/insert-series';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const ENDED_AT = new Date('2026-11-20T10:45:00.000Z');
const over = { state: 'ended', ended_at: ENDED_AT } as const;
const answerOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status >= 400 ? `${status} ${body.code}` : `${status}`;
const aSeries = (dates: Parameters<typeof insertSeries>[2]) =>
  insertSeries(
    world.db,
    { host_id: world.people.professional },
    (dates ?? []).map((date, index) => ({ start_at: new Date(ENDED_AT.getTime() + index * 60_000), ...date })),
  );
const attend = (classroomId: string, given: Partial<Parameters<typeof insertClassroomUser>[1]> = {}) =>
  insertClassroomUser(world.db, {
    classroom_id: classroomId,
    user_id: world.people.adult,
    role: 'listener',
    joined_at: ENDED_AT,
    ...given,
  });
/** Lets the adult watch so much of the archive of a date. */
async function watch(classroomId: string, seconds: number): Promise<void> {
  const archive = await insertArchive(world, { source_id: classroomId, duration_seconds: 1000 });
  await world.db.updateTable('classrooms').set({ archive_id: archive }).where('id', '=', classroomId).execute();
  await world.db
    .insertInto('archive_positions')
    .values({
      archive_id: archive,
      user_id: world.people.adult,
      position_seconds: 0,
      furthest_seconds: seconds,
      updated_at: ENDED_AT,
    })
    .execute();
}
const progress = async (id: string, caller: Caller = 'adult') =>
  (await world.as(caller).get(`/series/${id}`)).body.progress;
const issue = (caller: Caller, id: string, name = '山田 花子') =>
  world.as(caller).post(`/series/${id}/certificate`, { name });

it('counts what somebody attended, or watched from 80 percent on, of all dates but cancelled ones', async () => {
  const { id, dates } = await aSeries([over, over, over, over, {}, { state: 'cancelled' }]);
  const [first = '', second = '', third = '', fourth = ''] = dates;
  await attend(first);
  await watch(second, 800);
  await watch(third, 799);
  await attend(fourth, { kicked_at: ENDED_AT });
  expect(await progress(id)).toEqual({ doneCount: 2, dateCount: 5, isComplete: false, certificateCode: null });
  expect(await progress(id, 'student')).toMatchObject({ doneCount: 0 });
  expect(await progress(id, 'professional')).toBeNull();
  expect(await progress(id, 'unauthenticated')).toBeNull();
});

it.each([
  ['after 4 of 5 dates', 4, [over, over, over, over, over], '201'],
  ['after 3 of 5', 3, [over, over, over, over, over], '403 role_required'],
  ['before the last date is over', 4, [over, over, over, over, {}], '409 not_open'],
  ['of cancelled dates only', 0, [{ state: 'cancelled' as const }], '409 not_open'],
  ['after all that took place', 2, [over, over, { state: 'cancelled' as const }], '201'],
])('answers who asks for the certificate %s', async (_when, attended, given, answer) => {
  const { id, dates } = await aSeries(given);
  for (const date of dates.slice(0, attended)) await attend(date);
  expect(answerOf(await issue('adult', id))).toBe(answer);
});

it('is not for the host, nor for whoever is not signed in', async () => {
  const { id } = await aSeries([over]);
  expect(answerOf(await issue('professional', id))).toBe('403 role_required');
  expect(answerOf(await issue('unauthenticated', id))).toBe('401 unauthenticated');
});

it.each(['', ' ', 'あ'.repeat(61)])('needs a name of 1 to 60 characters, not "%s"', async (name) => {
  const { id, dates } = await aSeries([over]);
  await attend(dates[0] ?? '');
  expect(answerOf(await issue('adult', id, name))).toBe('422 invalid');
});

it('is issued once, also by two calls at once, and says the same to everybody with its code', async () => {
  const { id, dates } = await aSeries([over]);
  await attend(dates[0] ?? '');
  const answers = await Promise.all([issue('adult', id), issue('adult', id)]);
  expect(answers.map(answerOf).sort()).toEqual(['201', '409 already']);
  const { code } = answers.find(({ status }) => status === 201)?.body ?? {};
  expect(await progress(id)).toMatchObject({ certificateCode: code });
  await world.as('professional').patch(`/series/${id}`, { title: '別の題名' });
  const { body } = await world.as('unauthenticated').get(`/certificates/${code}`);
  expect(body).toMatchObject({
    code,
    name: '山田 花子',
    seriesId: id,
    seriesTitle: '星を学ぶ4週間',
    doneCount: 1,
    dateCount: 1,
    completedAt: ENDED_AT.toISOString(),
  });
  expect(
    answerOf(
      await world
        .as('unauthenticated')
        .get(`/certificates/${String(code).replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'))}`),
    ),
  ).toBe('404 not_found');
});

it('is a PDF with the name, the series, the host and the page that checks it', async () => {
  const { id, dates } = await aSeries([over]);
  await attend(dates[0] ?? '');
  const { code, hostName } = (await issue('adult', id)).body;
  const url = `/v1/certificates/${code}/certificate.pdf`;
  const { statusCode, headers, rawPayload } = await world.app.inject({ method: 'GET', url });
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  const [words] = await wordsOfPdf(rawPayload);
  for (const word of ['修了証', '山田 花子 様', '星を学ぶ4週間', hostName, `/certificates/${code}`])
    expect(words).toContain(word);
  const missing = await world.app.inject({ method: 'GET', url: '/v1/certificates/crt_none/certificate.pdf' });
  expect(missing.statusCode).toBe(404);
});

it('is gone while its owner has left', async () => {
  const { id, dates } = await aSeries([over]);
  await attend(dates[0] ?? '');
  const { code } = (await issue('adult', id)).body;
  await world.db.updateTable('users').set({ state: 'withdrawn' }).where('id', '=', world.people.adult).execute();
  expect(answerOf(await world.as('unauthenticated').get(`/certificates/${code}`))).toBe('404 not_found');
  await world.db.updateTable('users').set({ state: 'active' }).where('id', '=', world.people.adult).execute();
});
