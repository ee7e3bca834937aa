import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { pictureOfClassroom, sharePicturePath } from '@manabiba/shared/contract/share-picture';
import sharp from 'sharp';

import { clearContent, insertCategories, insertClassroom } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { drawable, drawSharePicture } from './draw-share-picture';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const room = (given: Partial<Parameters<typeof insertClassroom>[1]> = {}) =>
  insertClassroom(world.db, { host_id: world.people.professional, ...given });
const pathOf = async (id: string) =>
  new URL((await world.as('professional').get(`/classrooms/${id}/share`)).body.imageUrl as string).pathname;
const fetchPicture = (url: string) => world.app.inject({ method: 'GET', url, headers: { accept: '*/*' } });
const SOME_VERSION = '0123456789abcdef';

it('is a PNG of 1200 by 630, public without a session', async () => {
  const answer = await fetchPicture(await pathOf(await room()));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

it('has a URL derived from what is public about the classroom', async () => {
  const id = await room();
  const { body } = await world.as('unauthenticated').get(`/classrooms/${id}`);
  const seen = body as unknown as ClassroomDetail;
  const picture = pictureOfClassroom({ ...seen, hostNickname: seen.host.nickname });
  expect(sharePicturePath(picture)).toBe(await pathOf(id));
});

it('gets a new URL and content when the title changes; the old URL shows the new image with a short cache time', async () => {
  const id = await room();
  const before = await pathOf(id);
  const old = await fetchPicture(before);
  expect((await world.as('professional').patch(`/classrooms/${id}`, { name: '星の最期' })).status).toBe(200);
  const after = await pathOf(id);
  expect(after).not.toBe(before);
  const fresh = await fetchPicture(after);
  expect(fresh.rawPayload.equals(old.rawPayload)).toBe(false);
  const stale = await fetchPicture(before);
  expect(stale.rawPayload.equals(fresh.rawPayload)).toBe(true);
  expect(stale.headers['cache-control']).toBe('public, max-age=300');
});

it('keeps its URL when nothing visible changes', async () => {
  const id = await room();
  const before = await pathOf(id);
  expect((await world.as('professional').patch(`/classrooms/${id}`, { description: '別の説明です。' })).status).toBe(
    200,
  );
  expect(await pathOf(id)).toBe(before);
});

it('is absent for a private classroom, also after it becomes private', async () => {
  const id = await room();
  const path = await pathOf(id);
  expect((await fetchPicture(path)).statusCode).toBe(200);
  await world.db
    .updateTable('classrooms')
    .set({ private_mode: true, private_key: 'key' })
    .where('id', '=', id)
    .execute();
  expect((await fetchPicture(path)).json()).toMatchObject({ code: 'not_found' });
  expect((await fetchPicture(`${path}?key=key`)).statusCode).toBe(404);
});

it('is absent for a classroom separated by a school', async () => {
  const { school } = world.people;
  const id = await room({ host_id: school });
  const path = `/v1/classrooms/${id}/pictures/${SOME_VERSION}.png`;
  expect((await fetchPicture(path)).statusCode).toBe(200);
  const { partner_school_id: schoolId } = await world.db
    .selectFrom('users')
    .select('partner_school_id')
    .where('id', '=', school)
    .executeTakeFirstOrThrow();
  await world.db.updateTable('partner_schools').set({ classmates_only: true }).where('id', '=', schoolId).execute();
  try {
    expect((await fetchPicture(path)).statusCode).toBe(404);
    const { body } = await world.as('school').get(`/classrooms/${id}/share`);
    expect(body.imageUrl).toBe('https://manabiba.test/media/og.png');
  } finally {
    await world.db.updateTable('partner_schools').set({ classmates_only: false }).where('id', '=', schoolId).execute();
  }
});

it.each([
  `/v1/classrooms/cls_unknown/pictures/${SOME_VERSION}.png`,
  '/v1/classrooms/cls_unknown/pictures/x.png',
  '/v1/classrooms/..%2fsecret/pictures/0123456789abcdef.png',
])('is absent at %s', async (path) => {
  expect((await fetchPicture(path)).json()).toMatchObject({ code: 'not_found' });
});

it('is rate limited by address, not counting cached images', async () => {
  const path = await pathOf(await room());
  expect((await fetchPicture(path)).statusCode).toBe(200);
  const other = await pathOf(await room());
  await world.db.updateTable('rate_limits').set({ count: 1000 }).where('bucket', 'like', 'draw-share:%').execute();
  expect((await fetchPicture(other)).json()).toMatchObject({ code: 'rate_limited' });
  expect((await fetchPicture(path)).statusCode).toBe(200);
});

const classroom = {
  id: 'cls_1',
  name: '星の一生',
  hostNickname: '岡田 真帆',
  categoryId: 'cat_science',
  startAt: '2026-11-21T04:45:00.000Z',
  state: 'scheduled' as const,
};
const draw = (changes: Partial<typeof classroom>) =>
  drawSharePicture(pictureOfClassroom({ ...classroom, ...changes }), null);

it.each([
  ['no drawable text', ''],
  ['only emoji', '😀👨‍👩‍👧🇯🇵❤️'],
  ['a null character', 'あ\u0000い'],
  ['markup', '<b>&amp;</span>"\'<!-- '],
  ['one long word', 'W'.repeat(50)],
  ['fifty wide characters', '鬱'.repeat(50)],
  ['a lone surrogate', 'あ\uD83Dい'],
  ['stacked combining marks', `あ${'\u0301'.repeat(49)}`],
  ['other scripts', 'مرحبا ภาษาไทย Ελλάδα'],
])('is drawn for a title and a host with %s', async (_what, name) => {
  const bytes = await draw({ name, hostNickname: name });
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

it('depends on the title', async () => {
  const [one, other] = await Promise.all(['星', '月'].map((name) => draw({ name })));
  expect(one?.equals(other as Buffer)).toBe(false);
});

it.each([
  ['あ\u0000い', 'あ い'],
  ['星😀の1', '星の1'],
  ['a\u202Eb', 'ab'],
  [' 二  語\n', '二 語'],
  ['👩‍🏫', ''],
  ['第1回 #3 *', '第1回 #3 *'],
  ['葛\u{E0100}', '葛'],
])('draws %j as %j', (text, drawn) => {
  expect(drawable(text)).toBe(drawn);
});
