import { addMinutes } from 'date-fns';

import { clearContent, insertCategories, insertEvent } from '../../../testing/rows';
import { startTestApp, type TestApp } from '../../../testing/start-test-app';
import { insertArchive } from '../testing/insert-archive';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
});
afterEach(() => clearContent(api.db));
afterAll(() => api.close());

/** An archive under review for another hour. */
const underReview = (given: Parameters<typeof insertArchive>[1] = {}) =>
  insertArchive(api, { published_at: null, review_ends_at: addMinutes(api.clock.now(), 60), ...given });
const publishedAt = async (id: string) => {
  const { published_at: at } = await api.db
    .selectFrom('archives')
    .select('published_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return at?.toISOString() ?? null;
};
const publishedCount = async () =>
  (await api.db.selectFrom('domain_events').select('name').where('name', '=', 'archivePublished').execute()).length;

it('publishes an archive once its review is over, and not before', async () => {
  const start = api.clock.now();
  const event = await insertEvent(api.db, { organizer_id: api.people.professional, state: 'ended' });
  const id = await underReview({ source: 'event', source_id: event });
  const composing = await underReview({ state: 'processing' });
  await api.runJobs();
  expect([await publishedAt(id), await publishedCount()]).toEqual([null, 0]);
  api.clock.advance(60 * 60_000);
  await api.runJobs();
  await api.runJobs();
  expect([await publishedAt(id), await publishedCount()]).toEqual([expect.any(String), 1]);
  expect(await publishedAt(composing)).toBeNull();
  const { state } = await api.db.selectFrom('events').select('state').where('id', '=', event).executeTakeFirstOrThrow();
  expect(state).toBe('archived');
  api.clock.set(start);
});

it('lets the host publish at once when nobody else was recorded', async () => {
  const id = await underReview();
  const publish = (caller: 'professional' | 'adult' | 'unauthenticated') =>
    api.as(caller).post(`/archives/${id}/publish`);
  expect((await publish('unauthenticated')).status).toBe(401);
  expect((await publish('adult')).status).toBe(404);
  expect((await publish('professional')).body).toMatchObject({ state: 'ready', review: null });
  expect(await publishedAt(id)).not.toBeNull();
  expect((await publish('professional')).body.code).toBe('already');
  expect((await publish('adult')).body.code).toBe('not_owner');
});

it.each([
  ['somebody else was recorded', {}, true, 'role_required'],
  ['it is being composed', { state: 'processing' }, false, 'not_open'],
] as const)('refuses to publish early when %s', async (_why, given, hasSpeaker, code) => {
  const id = await underReview(given);
  if (hasSpeaker)
    await api.db.insertInto('archive_parts').values({ archive_id: id, user_id: api.people.adult }).execute();
  expect((await api.as('professional').post(`/archives/${id}/publish`)).body.code).toBe(code);
  expect(await publishedAt(id)).toBeNull();
});
