import type { Archive } from '@manabiba/shared/contract/archives';
import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type { SeriesDetail } from '@manabiba/shared/contract/series';
import {
  MANY_SEATS,
  pictureOfArchive,
  pictureOfEvent,
  pictureOfList,
  pictureOfSeries,
  pictureOfUser,
  type SharePicture,
  sharePicturePath,
} from '@manabiba/shared/contract/share-picture';
import type { UserProfile } from '@manabiba/shared/contract/users';
import sharp from 'sharp';

import { createStorage } from '../../platform/storage/create-storage';
import { aPlainPicture, sendFile } from '../../testing/pictures';
import { clearContent, insertCategories, insertClassroom, insertEvent, insertTicketType } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { insertArchive } from '../archives/testing/insert-archive';
import { insertSeries } from '../series/testing/insert-series';
import { factsOf } from './share-words';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(async () => {
  await clearContent(world.db);
  await world.db.deleteFrom('rate_limits').execute();
});
afterAll(() => world.close());

const SOME_VERSION = '0123456789abcdef';
const fetchPicture = (url: string) => world.app.inject({ method: 'GET', url, headers: { accept: '*/*' } });
const statusAt = async (page: string) => (await fetchPicture(`/v1/${page}/pictures/${SOME_VERSION}.png`)).statusCode;
const seen = async <T>(path: string) => (await world.as('unauthenticated').get(path)).body as unknown as T;

/** Fetches the image at the address in the page; it must be current, and of the size that the page names. */
async function imageOf(picture: SharePicture | null): Promise<Buffer> {
  const answer = await fetchPicture(sharePicturePath(picture as SharePicture));
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=86400',
    'x-content-type-options': 'nosniff',
  });
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  return answer.rawPayload;
}
const cornerOf = async (image: Buffer) => {
  const corner = await sharp(image).extract({ left: 4, top: 4, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...corner];
};
async function upload(purpose: 'event_cover' | 'avatar'): Promise<string> {
  const bytes = await aPlainPicture(1600, 900, 'jpeg');
  return `/v1/images/${(await sendFile(world, 'professional', bytes, { purpose, mime: 'image/jpeg' })).body.uploadId}`;
}

describe('the image of an event', () => {
  const event = (given = {}) => insertEvent(world.db, { organizer_id: world.people.professional, ...given });
  const pictured = async (id: string) => pictureOfEvent(await seen<ClassroomEvent>(`/events/${id}`));

  it('stands on its cover', async () => {
    const id = await event({ image_url: await upload('event_cover') });
    const [red = 0, green = 0, blue = 0] = await cornerOf(await imageOf(await pictured(id)));
    expect(Math.hypot(red - 0x12, green - 0x34, blue - 0x56)).toBeLessThan(12);
  });

  it('stands on a drawing without a cover, or with one that is not ours', async () => {
    const plain = await imageOf(await pictured(await event()));
    const foreign = await imageOf(await pictured(await event({ image_url: 'https://elsewhere.example/cover.png' })));
    expect(await cornerOf(foreign)).toEqual(await cornerOf(plain));
  });

  it('names organizer, price, seats left and time, and has a new address after a sale', async () => {
    const id = await event({ start_at: new Date('2037-12-05T10:00:00.000Z') });
    const ticket = await insertTicketType(world.db, { event_id: id, price: 1500, quota: 10, sold: 7 });
    await insertTicketType(world.db, { event_id: id, kind: 'student', price: 500 });
    const before = await pictured(id);
    const [offer, time] = factsOf(before);
    expect(offer).toMatch(/・1,500円・残り3席$/);
    expect(time).toBe('2037年12月5日(土) 19:00(日本時間)から');
    await world.db.updateTable('ticket_types').set({ sold: 8 }).where('id', '=', ticket).execute();
    const after = await pictured(id);
    expect(sharePicturePath(after)).not.toBe(sharePicturePath(before));
    await imageOf(after);
    expect((await fetchPicture(sharePicturePath(before))).headers['cache-control']).toBe('public, max-age=300');
  });

  it('keeps its address while plenty of seats are left', async () => {
    const id = await event();
    const ticket = await insertTicketType(world.db, { event_id: id, quota: 100, sold: 10 });
    const before = await pictured(id);
    expect(factsOf(before)[0]).toMatch(new RegExp(`・無料・残り${MANY_SEATS}席以上$`));
    await world.db.updateTable('ticket_types').set({ sold: 11 }).where('id', '=', ticket).execute();
    expect(sharePicturePath(await pictured(id))).toBe(sharePicturePath(before));
  });

  it.each([
    ['cancelled', 'このイベントは中止になりました。'],
    ['ended', 'このイベントは終了しました。'],
  ] as const)('offers nothing once it is %s', async (state, sentence) => {
    const id = await event({ state });
    await insertTicketType(world.db, { event_id: id, price: 1500 });
    const [offer, time] = factsOf(await pictured(id));
    expect(offer).not.toContain('円');
    expect(time).toBe(sentence);
  });

  it('is absent for a draft', async () => {
    expect(await statusAt(`events/${await event({ state: 'draft' })}`)).toBe(404);
  });
});

describe('the image of a series', () => {
  const aSeries = async (dates: Parameters<typeof insertSeries>[2], given: object = {}) =>
    insertSeries(world.db, { host_id: world.people.professional, ...given }, dates);
  const pictured = async (id: string) => pictureOfSeries(await seen<SeriesDetail>(`/series/${id}`));
  const start = new Date('2037-12-05T10:00:00.000Z');

  it('names the host, the number of dates and the next one, and has a new address with a further date', async () => {
    const { id } = await aSeries([{ state: 'ended' }, { start_at: start }, { state: 'cancelled' }]);
    const before = await pictured(id);
    expect(factsOf(before)).toEqual(['プロさん・全2回', '次は2037年12月5日(土) 19:00(日本時間)から']);
    await imageOf(before);
    await insertClassroom(world.db, { host_id: world.people.professional, series_id: id });
    expect(sharePicturePath(await pictured(id))).not.toBe(sharePicturePath(before));
  });

  it.each<[string, Parameters<typeof insertSeries>[2], object, string]>([
    ['over', [{ state: 'ended' }], {}, 'この連続講座は終了しました。'],
    ['ended by its host', [{ state: 'cancelled' }], { ended_at: new Date() }, 'この連続講座は終了しました。'],
    ['on for the last time', [{ state: 'ended' }, { state: 'live' }], {}, '開催中です。'],
    ['without dates', [], {}, '日程は未定です。'],
  ])('names no next date when it is %s', async (_when, dates, given, note) => {
    expect(factsOf(await pictured((await aSeries(dates, given)).id))[1]).toBe(note);
  });

  it('is absent for one that the staff has hidden, and one that does not exist', async () => {
    expect(await statusAt(`series/${(await aSeries([{}], { hidden_at: new Date() })).id}`)).toBe(404);
    expect(await statusAt('series/srs_none')).toBe(404);
  });
});

describe('the image of an archive', () => {
  it('stands on its poster', async () => {
    const thumbnail = '/v1/archive_media/arc_shared/v1/poster.jpg';
    const id = await insertArchive(world, { id: 'arc_shared', media_version: 'v1', thumbnail_url: thumbnail });
    const storage = createStorage(world.env.storageUrl);
    await storage.put('archives/arc_shared/v1/poster.jpg', await aPlainPicture(640, 360, 'jpeg'), 'image/jpeg');
    const picture = pictureOfArchive(await seen<Archive>(`/archives/${id}`));
    expect(factsOf(picture)[1]).toBe('45分の録画');
    const [red = 0, green = 0, blue = 0] = await cornerOf(await imageOf(picture));
    expect(Math.hypot(red - 0x12, green - 0x34, blue - 0x56)).toBeLessThan(12);
  });

  it.each([
    ['before it is published', { published_at: null }],
    ['while it is hidden', { state: 'hidden' as const }],
    ['that does not exist', null],
  ])('is absent %s', async (_when, given) => {
    const id = given ? await insertArchive(world, given) : 'arc_none';
    expect(await statusAt(`archives/${id}`)).toBe(404);
  });
});

describe('the image of a person', () => {
  it('shows a professional with their avatar', async () => {
    const { professional } = world.people;
    const profile = () => seen<UserProfile>(`/users/${professional}`);
    const without = await imageOf(pictureOfUser(await profile()));
    await world.db
      .updateTable('users')
      .set({ avatar_url: await upload('avatar') })
      .where('id', '=', professional)
      .execute();
    const withAvatar = await imageOf(pictureOfUser(await profile()));
    expect(withAvatar.equals(without)).toBe(false);
  });

  it.each(['adult', 'student', 'child', 'school', 'withdrawn'] as const)('is absent for %s', async (name) => {
    expect(await statusAt(`users/${world.people[name]}`)).toBe(404);
  });
});

describe('the image of a list', () => {
  it('names the list or the category', async () => {
    const events = await imageOf(pictureOfList('events'));
    expect((await imageOf(pictureOfList('archives'))).equals(events)).toBe(false);
    expect(await statusAt('categories/cat_space')).toBe(200);
  });

  it.each(['lists/settings', 'lists/constructor', 'categories/cat_none'])('is absent at %s', async (page) => {
    expect(await statusAt(page)).toBe(404);
  });
});
