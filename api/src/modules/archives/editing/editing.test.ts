import type { Caller } from '../../../testing/start-test-app';
import { insertArchive } from '../testing/insert-archive';
import { type ArchivesApp, useArchivesApp } from '../testing/use-archives-app';

let api: ArchivesApp;
useArchivesApp((app) => {
  api = app;
});

const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nこんにちは\n';
const change = (id: string, body: object, caller: Caller = 'professional') =>
  api.as(caller).patch(`/archives/${id}`, body);

it.each<[string, Caller, number, string | undefined]>([
  ['unauthenticated', 'unauthenticated', 401, 'unauthenticated'],
  ['another user', 'adult', 403, 'not_owner'],
  ['its host', 'professional', 200, undefined],
])('lets %s change an archive: %s %d', async (_who, caller, status, code) => {
  const id = await insertArchive(api);
  for (const answer of [
    await change(id, { title: '新しい題名' }, caller),
    await api.as(caller).put(`/archives/${id}/captions`, { vtt: VTT }),
  ])
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  for (const path of [`/archives/${id}/captions`, `/archives/${id}`])
    expect((await api.as(caller).delete(path)).status).toBe(status === 200 ? 204 : status);
});

it('does not reveal an archive to users who cannot find it', async () => {
  const id = await insertArchive(api, { published_at: null });
  expect((await change(id, { title: '題' }, 'adult')).status).toBe(404);
  expect((await api.as('adult').delete(`/archives/${id}`)).status).toBe(404);
});

it('keeps chapters in order', async () => {
  const id = await insertArchive(api);
  const chapters = [
    { at: 900, title: '後半' },
    { at: 0, title: '前半' },
  ];
  expect((await change(id, { chapters, description: '説明' })).body).toMatchObject({
    description: '説明',
    chapters: [
      { at: 0, title: '前半' },
      { at: 900, title: '後半' },
    ],
  });
});

it.each([
  [
    'two chapters at one time',
    {
      chapters: [
        { at: 1, title: 'あ' },
        { at: 1, title: 'い' },
      ],
    },
    'chapters',
  ],
  ['a chapter after the end', { chapters: [{ at: 2701, title: 'あ' }] }, 'chapters'],
  ['a ticket for a classroom', { access: 'ticket' }, 'access'],
  ['no title', { title: ' ' }, 'title'],
])('refuses %s', async (_what, body, field) => {
  const answer = await change(await insertArchive(api), body);
  expect([answer.status, Object.keys(answer.body.fields)]).toEqual([422, [field]]);
});

it('hides an archive and shows it again', async () => {
  const id = await insertArchive(api);
  const seen = async () => (await api.as('unauthenticated').get(`/archives/${id}`)).status;
  expect((await change(id, { isHidden: true })).body.state).toBe('hidden');
  expect(await seen()).toBe(404);
  expect((await change(id, { isHidden: false })).body.state).toBe('ready');
  expect(await seen()).toBe(200);
  expect((await change(await insertArchive(api, { published_at: null }), { isHidden: true })).body.code).toBe(
    'not_open',
  );
});

it('stores captions, replaces and deletes them', async () => {
  const id = await insertArchive(api, { media_version: 'v1' });
  const put = (vtt: string) => api.as('professional').put(`/archives/${id}/captions`, { vtt });
  const { captionUrl } = (await put(VTT)).body;
  const file = await api.app.inject({ url: captionUrl });
  expect(file.payload).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nこんにちは\n');
  expect(file.headers['content-type']).toContain('text/vtt');
  await put(VTT.replace('こんにちは', 'こんばんは'));
  await api.as('professional').delete(`/archives/${id}/captions`);
  expect((await api.as('professional').get(`/archives/${id}`)).body.captionUrl).toBeNull();
  expect((await put('WEBVTT\n\n00:01,000 --> 00:02.000\nはい')).body).toMatchObject({
    code: 'invalid',
    fields: { vtt: expect.stringMatching(/^3行目/) },
  });
});

describe('deleting', () => {
  const insertFiles = async (id: string) => {
    await api.db
      .insertInto('archive_folders')
      .values({ folder: `archives/${id}`, archive_id: id, created_at: api.clock.now() })
      .execute();
    for (const file of ['v1/video.mp4', 'v1/360/0.m4s', 'captions/c1.vtt'])
      await api.storage.put(`archives/${id}/${file}`, Buffer.from('x'), 'video/mp4');
  };
  /** Housekeeping is what certainly empties the folders; a deletion only begins it. */
  const settle = async (id: string) => {
    for (;;) {
      const left = await api.storage.list(`archives/${id}`);
      const { rows } = await api.pool.query('select 1 from archive_folders where folder = $1', [`archives/${id}`]);
      if (left.length === 0 && rows.length === 0) return;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('removes every file and every row, and nothing of another archive', async () => {
    const [id, other] = [await insertArchive(api), await insertArchive(api)];
    await insertFiles(id);
    await insertFiles(other);
    await api.as('adult').post(`/archives/${id}/watch`, { sessionId: 's', positionSeconds: 60, watchedSeconds: 60 });
    expect((await api.as('professional').delete(`/archives/${id}`)).status).toBe(204);
    await settle(id);
    expect(await api.storage.list(`archives/${other}`)).toHaveLength(3);
    for (const table of ['archive_watches', 'archive_positions'] as const)
      expect(await api.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await api.as('unauthenticated').get(`/archives/${id}`)).status).toBe(404);
  });
});
