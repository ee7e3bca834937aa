import { millisecondsInDay } from 'date-fns/constants';

import type { Caller } from '../../../testing/start-test-app';
import { insertArchive } from '../testing/insert-archive';
import { type ArchivesApp, useArchivesApp } from '../testing/use-archives-app';

let api: ArchivesApp;
useArchivesApp((app) => {
  api = app;
});

/** Sends a report that the viewer began to watch a minute ago, which leaves time for all that these tests report. */
async function begin(caller: Caller, id: string): Promise<void> {
  const now = api.clock.now();
  api.clock.advance(-60_000);
  await watch(caller, id, { sessionId: 's1', positionSeconds: 0, watchedSeconds: 0 });
  api.clock.set(now);
}

const watch = (caller: Caller, id: string, given: object = {}) =>
  api.as(caller).post(`/archives/${id}/watch`, { sessionId: 's1', positionSeconds: 30, watchedSeconds: 30, ...given });

it.each<[Caller, number]>([
  ['unauthenticated', 401],
  ['anonymous', 200],
  ['adult', 200],
  ['child', 200],
  ['school', 200],
  ['subscriber', 200],
  ['suspended', 403],
])('answers %s with %d', async (caller, status) => {
  const id = await insertArchive(api);
  await begin(caller, id);
  const answer = await watch(caller, id);
  expect(answer.status).toBe(status);
  if (status === 200) expect(answer.body).toEqual({ counted: true, watchCount: 1 });
});

it('counts 30 seconds, or half of a shorter video', async () => {
  const long = await insertArchive(api);
  const short = await insertArchive(api, { duration_seconds: 40 });
  await begin('adult', long);
  await begin('adult', short);
  expect((await watch('adult', long, { watchedSeconds: 29.9 })).body).toEqual({ counted: false, watchCount: 0 });
  expect((await watch('adult', long, { watchedSeconds: 30 })).body).toEqual({ counted: true, watchCount: 1 });
  expect((await watch('adult', short, { watchedSeconds: 19 })).body).toEqual({ counted: false, watchCount: 0 });
  expect((await watch('adult', short, { watchedSeconds: 20 })).body).toEqual({ counted: true, watchCount: 1 });
});

it('counts no more than can have been played since the first report', async () => {
  const id = await insertArchive(api);
  const counts = async (caller: Caller, given: object) => (await watch(caller, id, given)).body.counted;
  expect(await counts('adult', { watchedSeconds: 31 })).toBe(false);
  api.clock.advance(500);
  expect(await counts('adult', { watchedSeconds: 31 })).toBe(false);
  expect(await counts('adult', { watchedSeconds: 31, sessionId: 's2' })).toBe(false);
  api.clock.advance(7_500);
  expect(await counts('adult', { watchedSeconds: 31 })).toBe(false);
  // Half a minute of video at twice the speed.
  api.clock.advance(2_000);
  expect(await counts('adult', { watchedSeconds: 29 })).toBe(false);
  expect(await counts('adult', { watchedSeconds: 30 })).toBe(true);
});

it('brings nobody further than can have been played since the first report', async () => {
  const id = await insertArchive(api);
  const furthest = async () =>
    (
      await api.db
        .selectFrom('archive_positions')
        .select('furthest_seconds')
        .where('user_id', '=', api.people.adult)
        .where('archive_id', '=', id)
        .executeTakeFirstOrThrow()
    ).furthest_seconds;
  await watch('adult', id, { positionSeconds: 2700 });
  expect(await furthest()).toBe(10);
  api.clock.advance(60_000);
  await watch('adult', id, { positionSeconds: 2700 });
  expect(await furthest()).toBe(130);
  await watch('adult', id, { positionSeconds: 20 });
  expect(await furthest()).toBe(130);
});

it('counts a viewer at twice the speed whose first report came late', async () => {
  const id = await insertArchive(api, { duration_seconds: 40 });
  await watch('adult', id, { watchedSeconds: 0 });
  api.clock.advance(5_000);
  expect((await watch('adult', id, { watchedSeconds: 20 })).body).toEqual({ counted: true, watchCount: 1 });
});

it('counts a viewer once in 24 hours, and a playback once', async () => {
  const start = api.clock.now();
  const id = await insertArchive(api);
  await begin('adult', id);
  await begin('student', id);
  const counts = async (given: object = {}) => (await watch('adult', id, given)).body.watchCount;
  expect(await counts()).toBe(1);
  expect(await counts()).toBe(1);
  expect(await counts({ sessionId: 's2' })).toBe(1);
  api.clock.advance(millisecondsInDay + 1000);
  await api.signInAgain();
  // Paused overnight and continued.
  expect(await counts()).toBe(1);
  expect(await counts({ sessionId: 's3' })).toBe(2);
  expect((await watch('student', id)).body).toEqual({ counted: true, watchCount: 3 });
  api.clock.set(start);
  await api.signInAgain();
});

it('counts once when two devices send at the same moment', async () => {
  const id = await insertArchive(api);
  await begin('adult', id);
  const answers = await Promise.all(['s1', 's2', 's3', 's4'].map((sessionId) => watch('adult', id, { sessionId })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(answers.filter(({ body }) => body.counted)).toHaveLength(1);
  expect((await api.as('unauthenticated').get(`/archives/${id}`)).body.watchCount).toBe(1);
});

it('never counts the host, who may still resume', async () => {
  const id = await insertArchive(api);
  await begin('professional', id);
  expect((await watch('professional', id)).body).toEqual({ counted: false, watchCount: 0 });
  expect((await api.as('professional').get(`/archives/${id}`)).body.resumeAtSeconds).toBe(30);
});

it('resumes on another device where the viewer stopped', async () => {
  const id = await insertArchive(api);
  const resumes = async () => (await api.as('adult').get(`/archives/${id}`)).body.resumeAtSeconds;
  await watch('adult', id, { positionSeconds: 600.7, watchedSeconds: 5 });
  expect(await resumes()).toBe(601);
  await watch('adult', id, { sessionId: 's2', positionSeconds: 120, watchedSeconds: 1 });
  expect(await resumes()).toBe(120);
  expect((await api.as('student').get(`/archives/${id}`)).body.resumeAtSeconds).toBe(0);
  await watch('adult', id, { positionSeconds: 2699 });
  expect(await resumes()).toBe(0);
  await watch('adult', id, { positionSeconds: 80_000 });
  const [row] = await api.db.selectFrom('archive_positions').selectAll().execute();
  expect(row?.position_seconds).toBe(2700);
});

it('refuses those who may not watch, and what they cannot find', async () => {
  const id = await insertArchive(api, { access: 'subscriber' });
  expect(await watch('adult', id)).toMatchObject({ status: 403, body: { code: 'subscription_required' } });
  await begin('subscriber', id);
  expect((await watch('subscriber', id)).body).toEqual({ counted: true, watchCount: 1 });
  expect((await watch('adult', await insertArchive(api, { published_at: null }))).status).toBe(404);
  expect((await watch('adult', 'arc_none')).status).toBe(404);
});

it.each([{ positionSeconds: -1 }, { watchedSeconds: 'x' }, { sessionId: '' }, { extra: 1 }])(
  'rejects %j',
  async (given) => {
    expect((await watch('adult', await insertArchive(api), given)).status).toBe(422);
  },
);
