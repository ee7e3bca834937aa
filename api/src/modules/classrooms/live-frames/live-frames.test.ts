import { MAX_LIVE_FRAME_LENGTH } from '@manabiba/shared/contract/limits';
import { addDays, addSeconds, lightFormat, subYears } from 'date-fns';
import sharp from 'sharp';

import { aPhotograph, aPicture } from '../../../testing/pictures';
import { clearContent, insertCategories, insertLiveRoom, insertParticipant } from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';

let world: TestApp;
let image: string;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
  image = (await aPicture('jpeg')).toString('base64');
});
afterEach(async () => {
  await clearContent(world.db);
  await world.db.deleteFrom('rate_limits').execute();
});
afterAll(() => world.close());

const room = (given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}) =>
  insertLiveRoom(world.db, { host_id: world.people.professional, ...given }, world.clock.now());
const show = (caller: Caller, id: string, sent: unknown = image) =>
  world.as(caller).put(`/classrooms/${id}/live_frame`, { image: sent });
const hide = (caller: Caller, id: string) => world.as(caller).delete(`/classrooms/${id}/live_frame`);
const codeOf = ({ status, body }: { status: number; body?: { code?: string } }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const shownIn = async (id: string): Promise<string | null> =>
  (await world.as('adult').get(`/classrooms/${id}`)).body.frameUrl;
const read = (url: string) => world.app.inject({ method: 'GET', url });

it('shows the newest image on the cards of everybody, scaled and without metadata', async () => {
  const id = await room();
  const photograph = (await aPhotograph()).toString('base64');
  await show('professional', id);
  const { status, body } = await show('professional', id, photograph);
  expect(status).toBe(200);
  expect(await shownIn(id)).toBe(body.frameUrl);
  const { body: list } = await world.as('unauthenticated').get('/classrooms?state=live');
  expect(list.items.map(({ frameUrl }: { frameUrl: string }) => frameUrl)).toEqual([body.frameUrl]);
  const answer = await read(body.frameUrl);
  expect(answer.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=60',
    'x-content-type-options': 'nosniff',
  });
  const { width, height, exif } = await sharp(answer.rawPayload).metadata();
  expect({ width, height, exif }).toEqual({ width: 640, height: 360, exif: undefined });
});

it('shows an image for 90 seconds, until the host takes it back, and while the class is live', async () => {
  const id = await room();
  const { body } = await show('professional', id);
  world.clock.set(addSeconds(world.clock.now(), 89));
  expect(await shownIn(id)).toBe(body.frameUrl);
  world.clock.set(addSeconds(world.clock.now(), 2));
  expect(await shownIn(id)).toBeNull();
  expect((await read(body.frameUrl)).statusCode).toBe(404);

  const { body: second } = await show('professional', id);
  expect(codeOf(await hide('adult', id))).toBe('403 role_required');
  expect(codeOf(await hide('professional', id))).toBe('204');
  expect(codeOf(await hide('professional', id))).toBe('204');
  expect(await shownIn(id)).toBeNull();
  expect((await read(second.frameUrl)).statusCode).toBe(404);

  const { body: third } = await show('professional', id);
  await world.db.updateTable('classrooms').set({ state: 'ended' }).where('id', '=', id).execute();
  expect(await shownIn(id)).toBeNull();
  expect((await read(third.frameUrl)).statusCode).toBe(404);
});

it('is refused to all but an adult host in a public live classroom', async () => {
  const id = await room();
  await insertParticipant(world.db, id, world.people.otherAdult, { role: 'co_host' });
  expect(codeOf(await show('unauthenticated', id))).toBe('401 unauthenticated');
  expect(codeOf(await show('adult', id))).toBe('409 not_joined');
  expect(codeOf(await show('otherAdult', id))).toBe('403 role_required');
  const dayBeforeComingOfAge = lightFormat(addDays(subYears(world.clock.now(), 18), 2), 'yyyy-MM-dd');
  const { student } = world.people;
  await world.db.updateTable('users').set({ birth_date: dayBeforeComingOfAge }).where('id', '=', student).execute();
  expect(codeOf(await show('student', await room({ host_id: student })))).toBe('403 age_restricted');
  const hidden = await room({ private_mode: true, private_key: 'a key' });
  expect(await show('professional', hidden)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(codeOf(await show('professional', 'cls_none'))).toBe('404 not_found');
});

it.each([
  ['no image', 'aGVsbG8gd29ybGQ='],
  ['no base64', 'これは画像です'],
  ['nothing', ''],
  ['too much', 'A'.repeat(MAX_LIVE_FRAME_LENGTH + 4)],
  ['a number', 7],
])('answers 422 with the field for %s', async (_what, sent) => {
  const { status, body } = await show('professional', await room(), sent);
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'invalid' });
  expect(Object.keys(body.fields)).toEqual(['image']);
});

it('accepts four images a minute', async () => {
  const id = await room();
  const codes = [];
  for (let count = 0; count < 5; count += 1) codes.push(codeOf(await show('professional', id)));
  expect(codes).toEqual(['200', '200', '200', '200', '429 rate_limited']);
});
