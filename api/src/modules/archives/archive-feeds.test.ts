import { addMinutes } from 'date-fns';

import { insertClassroom, insertClassroomUser } from '../../testing/rows';
import type { Caller } from '../../testing/start-test-app';
import { insertArchive } from './testing/insert-archive';
import { type ArchivesApp, useArchivesApp } from './testing/use-archives-app';

let api: ArchivesApp;
useArchivesApp((app) => {
  api = app;
});

const at = (minutes: number) => addMinutes(api.clock.now(), minutes);
const titlesOf = async (path: string, caller: Caller = 'unauthenticated') =>
  (await api.as(caller).get(path)).body.items.map(({ title }: { title: string }) => title);

it('lists what is published, newest first, page by page', async () => {
  for (const [title, minutes] of [
    ['古い', -30],
    ['新しい', -1],
    ['中ごろ', -10],
  ] as const)
    await insertArchive(api, { title, published_at: at(minutes) });
  await insertArchive(api, { title: '確認中', published_at: null });
  for (const state of ['processing', 'hidden', 'failed'] as const) await insertArchive(api, { state, title: state });
  const first = await api.as('unauthenticated').get('/archives?limit=2');
  expect(first.body.items).toMatchObject([{ title: '新しい' }, { title: '中ごろ', hlsUrl: null, fileUrl: null }]);
  expect(await titlesOf(`/archives?limit=2&cursor=${first.body.nextCursor}`)).toEqual(['古い']);
});

it('lists by pickup, category and event', async () => {
  await insertArchive(api, { title: '選', is_pickup: true, published_at: at(-3) });
  await insertArchive(api, { title: '数', category_id: 'cat_math', published_at: at(-2) });
  await insertArchive(api, { title: '催', source: 'event', source_id: 'evt_1', published_at: at(-1) });
  expect(await titlesOf('/archives?pickup=true')).toEqual(['選']);
  expect(await titlesOf('/archives?pickup=false')).toEqual(['催', '数', '選']);
  expect(await titlesOf('/categories/cat_math/archives')).toEqual(['数']);
  expect(await titlesOf('/event_archives?limit=5')).toEqual(['催']);
  expect(await api.as('unauthenticated').get('/categories/cat_none/archives')).toMatchObject({ status: 404 });
});

it('lists the most watched first on request, page by page', async () => {
  for (const [title, count] of [
    ['少ない', 3],
    ['多い', 90],
    ['同じ一', 12],
    ['同じ二', 12],
  ] as const)
    await insertArchive(api, { title, watch_count: count });
  const first = await api.as('unauthenticated').get('/archives?sort=watched&limit=2');
  const rest = await titlesOf(`/archives?sort=watched&limit=5&cursor=${first.body.nextCursor}`);
  const titles = [...first.body.items.map(({ title }: { title: string }) => title), ...rest];
  expect([titles[0], titles.slice(1, 3).sort(), titles[3], titles.length]).toEqual([
    '多い',
    ['同じ一', '同じ二'],
    '少ない',
    4,
  ]);
});

it('shows in lists which archives have captions, to those who may read them', async () => {
  await insertArchive(api, { media_version: 'v1', captions_version: 'c1', access: 'signed_in' });
  const captionsFor = async (caller: Caller) => (await api.as(caller).get('/archives')).body.items[0].captionUrl;
  expect(await captionsFor('adult')).toMatch(/\/captions\/c1\.vtt$/);
  expect(await captionsFor('unauthenticated')).toBeNull();
});

it('lists what the viewer has begun and not finished, latest first', async () => {
  const begin = async (title: string, position: number, minutes: number, given: object = {}) => {
    const id = await insertArchive(api, { title, duration_seconds: 600, ...given });
    await api.db
      .insertInto('archive_positions')
      .values({ user_id: api.people.adult, archive_id: id, position_seconds: position, updated_at: at(minutes) })
      .execute();
  };
  await begin('先週', 100, -90);
  await begin('昨日', 200, -30);
  await begin('開いただけ', 2, -20);
  await begin('見終えた', 595, -10);
  await begin('非公開', 300, -5, { state: 'hidden' });
  await begin('プラン', 300, -5, { access: 'subscriber' });
  expect(await titlesOf('/me/continued_archives', 'adult')).toEqual(['昨日', '先週']);
  expect(await titlesOf('/me/continued_archives?limit=1', 'adult')).toEqual(['昨日']);
  expect(await titlesOf('/me/continued_archives', 'student')).toEqual([]);
});

it('shows the archive of a private classroom only to those who were in it', async () => {
  const room = await insertClassroom(api.db, { host_id: api.people.professional, private_mode: true, state: 'ended' });
  const id = await insertArchive(api, { source_id: room });
  await insertClassroomUser(api.db, {
    ...{ classroom_id: room, user_id: api.people.student },
    ...{ role: 'listener', joined_at: api.clock.now() },
  });
  for (const [caller, status] of [
    ['unauthenticated', 404],
    ['adult', 404],
    ['student', 200],
    ['professional', 200],
  ] as const) {
    expect([caller, (await api.as(caller).get(`/archives/${id}`)).status]).toEqual([caller, status]);
    expect((await titlesOf('/archives', caller)).length).toBe(status === 200 ? 1 : 0);
  }
});

it('lists of what the viewer hosts or speaks in only what is still to be published, if asked to', async () => {
  const record = async (title: string, given: object) => {
    const id = await insertArchive(api, { title, ...given });
    await api.db.insertInto('archive_parts').values({ archive_id: id, user_id: api.people.adult }).execute();
  };
  await record('確認中', { published_at: null, review_ends_at: at(60), created_at: at(-60) });
  await record('準備中', { published_at: null, state: 'processing', created_at: at(-30) });
  await record('作れなかった', { published_at: null, state: 'failed' });
  await record('公開中', {});
  await insertArchive(api, { title: '他の人の回', published_at: null, review_ends_at: at(60) });
  expect((await titlesOf('/me/archives', 'adult')).length).toBeGreaterThan(2);
  expect(await titlesOf('/me/archives?review=true', 'adult')).toEqual(['準備中', '確認中']);
  expect(await titlesOf('/me/archives?review=true', 'student')).toEqual([]);
  expect((await api.as('adult').get('/me/archives?review=no')).status).toBe(422);
});

it('shows an archive under review to its host and the recorded speakers only', async () => {
  const ends = at(60);
  const id = await insertArchive(api, { published_at: null, review_ends_at: ends, media_version: 'v1' });
  await api.db
    .insertInto('archive_parts')
    .values([
      { archive_id: id, user_id: api.people.professional },
      { archive_id: id, user_id: api.people.adult },
    ])
    .execute();
  expect((await api.as('unauthenticated').get(`/archives/${id}`)).status).toBe(404);
  expect((await api.as('student').get(`/archives/${id}`)).status).toBe(404);
  expect((await api.as('adult').get(`/archives/${id}`)).body).toMatchObject({
    canWatch: true,
    hlsUrl: expect.stringContaining('/v1/archive_media/'),
    review: { myRole: 'speaker', isMyPartRecorded: true, isMyPartOut: false, publishesAt: ends.toISOString() },
  });
  expect((await api.as('professional').get(`/archives/${id}`)).body.review).toMatchObject({
    myRole: 'host',
    otherSpeakers: 1,
  });
  expect(await titlesOf('/me/archives', 'adult')).toEqual(['星の一生']);
  expect(await titlesOf('/me/archives', 'student')).toEqual([]);
  // Once it is published, a speaker sees what everybody sees.
  await api.db.updateTable('archives').set({ published_at: api.clock.now(), access: 'subscriber' }).execute();
  expect((await api.as('adult').get(`/archives/${id}`)).body).toMatchObject({
    canWatch: false,
    hlsUrl: null,
    review: null,
  });
});

describe('recommendations', () => {
  it('prefer the same host and category, and what others watched with it', async () => {
    const id = await insertArchive(api, { title: '元' });
    const math = { category_id: 'cat_math', host_id: api.people.adult };
    const other = await insertArchive(api, { ...math, title: 'ほか' });
    const together = await insertArchive(api, { ...math, title: '一緒に' });
    await insertArchive(api, { host_id: api.people.adult, title: '同じカテゴリー' });
    await insertArchive(api, { title: '同じ人' });
    for (const viewer of ['a', 'b', 'c', 'd', 'e'])
      await api.db
        .insertInto('archive_watches')
        .values(
          [id, together].map((archive) => ({
            archive_id: archive,
            viewer_id: viewer,
            session_id: 's',
            counted_at: api.clock.now(),
          })),
        )
        .execute();
    // Those who have only begun to watch do not count.
    await api.db
      .insertInto('archive_watches')
      .values(
        Array.from({ length: 50 }, (_, index) => ({
          archive_id: index % 2 ? id : other,
          viewer_id: `begun${index >> 1}`,
          session_id: 's',
          counted_at: null,
        })),
      )
      .execute();
    await api.runJobs();
    expect(await titlesOf(`/archives/${id}/recommends`)).toEqual(['同じ人', '一緒に', '同じカテゴリー', 'ほか']);
    expect(await titlesOf(`/archives/${id}/recommends?limit=1`)).toEqual(['同じ人']);
    await api.db.updateTable('archives').set({ state: 'hidden' }).where('title', '=', '同じ人').execute();
    expect(await titlesOf(`/archives/${id}/recommends?limit=1`)).toEqual(['一緒に']);
    // Ranking again drops what is gone.
    await api.runJobs();
    const { rows } = await api.pool.query(
      'select count(*)::int as n from archive_recommendations where archive_id = $1',
      [id],
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('are the latest of the category until they are ranked', async () => {
    const id = await insertArchive(api, { title: '元' });
    await insertArchive(api, { title: '隣' });
    await insertArchive(api, { title: '数', category_id: 'cat_math' });
    expect(await titlesOf(`/archives/${id}/recommends`)).toEqual(['隣']);
    expect((await api.as('unauthenticated').get('/archives/arc_none/recommends')).status).toBe(404);
  });
});

it('leaves out what the viewer has begun to watch, and shows how much is left', async () => {
  const ids = [];
  for (const [title, minutes] of [
    ['一', -1],
    ['二', -2],
    ['三', -3],
    ['四', -4],
  ] as const)
    ids.push(await insertArchive(api, { title, published_at: at(minutes) }));
  await insertArchive(api, { title: '確認中', published_at: null });
  await api.db
    .insertInto('archive_positions')
    .values({
      user_id: api.people.adult,
      archive_id: ids[1] as string,
      position_seconds: 10,
      updated_at: api.clock.now(),
    })
    .execute();
  const first = await api.as('adult').get('/archives?unseen=true&limit=2');
  expect(first.body).toMatchObject({ items: [{ title: '一' }, { title: '三' }], total: 3 });
  const next = await api.as('adult').get(`/archives?unseen=true&limit=2&cursor=${first.body.nextCursor}`);
  expect([next.body.items, next.body.total]).toEqual([[expect.objectContaining({ title: '四' })], undefined]);
  expect((await api.as('otherAdult').get('/archives?unseen=true')).body).toMatchObject({ total: 4 });
  expect(await titlesOf('/archives?unseen=true')).toEqual(['一', '二', '三', '四']);
  expect((await api.as('adult').get('/archives')).body.total).toBeUndefined();
});
