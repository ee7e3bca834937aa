import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { addMinutes } from 'date-fns';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

import { createWriter } from '../../platform/database/transaction';
import { createStorage } from '../../platform/storage/create-storage';
import { until } from '../../testing/media/until';
import { clearContent, insertCategories, insertComment, insertEvent, insertQuestion } from '../../testing/rows';
import { startTestApp, type TestApp } from '../../testing/start-test-app';
import { createWithdrawalRepository } from '../account/withdrawal.repository';
import { insertPdf } from '../classrooms/materials/testing/insert-material';
import { createComposingRepository } from './composing.repository';
import { type ComposingService, createComposingService } from './composing.service';
import { createRecordedFiles } from './recorded-files';
import { insertRecording, RECORDED_SECONDS } from './testing/insert-recording';
import { createTestComposer } from './testing/test-composer';

let api: TestApp;
let composer: Awaited<ReturnType<typeof createTestComposer>>;
let service: ComposingService;
let troubles: unknown[] = [];

function createService(captionsModel: string | null = null): ComposingService {
  const storage = createStorage(api.env.storageUrl);
  return createComposingService({
    composing: createComposingRepository(api.db),
    files: createRecordedFiles({ folder: join(composer.folder, 'recordings'), storage }),
    write: createWriter({ db: api.db, onCommit: () => undefined }),
    storage,
    clock: api.clock,
    script: composer.script,
    workFolder: join(composer.folder, 'work'),
    captionsModel,
    onTrouble: (error) => void troubles.push(error),
  });
}

beforeAll(async () => {
  api = await startTestApp();
  await insertCategories(api.db);
  composer = await createTestComposer();
});
beforeEach(async () => {
  troubles = [];
  service = createService();
  await composer.order({});
});
afterEach(async () => {
  await service.stop();
  await clearContent(api.db);
});
afterAll(async () => {
  await api.close();
  await composer.remove();
});

const archiveOf = async (room: string) =>
  api.db.selectFrom('archives').selectAll().where('source_id', '=', room).executeTakeFirstOrThrow();
const storedIn = (id: string) =>
  readdir(join(fileURLToPath(api.env.storageUrl), 'archives', id)).then(
    (names) => names.sort(),
    () => [],
  );
const workOf = async (id: string) =>
  (await readdir(join(composer.folder, 'work'))).filter((name) => name.startsWith(id));
const compositionOf = (id: string, version: string) =>
  composer.read(join(fileURLToPath(api.env.storageUrl), 'archives', id, version, 'video.mp4'));
/** Composes until the archive of a room is in this state. */
const composed = (room: string, state: string) =>
  until(
    async () => {
      await service.composeDue();
      return archiveOf(room);
    },
    (archive) => archive.state === state,
  );
async function recorded(speakers: readonly string[] = [api.people.professional, api.people.adult]) {
  const room = await insertRecording(api, speakers);
  await service.collect(room);
  return { room, ...(await archiveOf(room)) };
}

/** Writes the file of the first track of an archive. */
async function writeRecordedFile(id: string): Promise<string> {
  const [track] = await api.db.selectFrom('recorded_tracks').select('file').where('archive_id', '=', id).execute();
  const path = join(composer.folder, 'recordings', track?.file ?? '');
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'a voice');
  return path;
}

it('makes an archive under review of a recording, of all who were recorded', async () => {
  const start = api.clock.now();
  const { room, id, state } = await recorded();
  expect(state).toBe('processing');
  expect(await composed(room, 'ready')).toMatchObject({
    access: 'public',
    media_version: 'v1',
    duration_seconds: RECORDED_SECONDS,
    published_at: null,
    compose_at: null,
  });
  const { review_ends_at: endsAt } = await archiveOf(room);
  expect(Number(endsAt) - start.getTime()).toBeGreaterThanOrEqual(7 * millisecondsInDay);
  expect((await compositionOf(id, 'v1')).tracks.map(({ personId }) => personId)).toEqual([
    api.people.professional,
    api.people.adult,
  ]);
  // The archive is ready a moment before its work is removed.
  await until(
    () => readdir(join(composer.folder, 'work')),
    (names) => names.length === 0,
  );
  const { thumbnailUrl } = (await api.as('adult').get(`/archives/${id}`)).body;
  expect((await api.as('unauthenticated').get(thumbnailUrl.replace('/v1', ''))).status).toBe(200);
  expect((await api.as('unauthenticated').get(`/archive_media/${id}/v1/poster.jpg`)).status).toBe(404);
  for (const [caller, status] of [
    ['professional', 200],
    ['adult', 200],
    ['otherAdult', 404],
    ['unauthenticated', 404],
  ] as const)
    expect([caller, (await api.as(caller).get(`/archives/${id}`)).status]).toEqual([caller, status]);
});

describe('with a model that recognizes speech', () => {
  const linesOf = (id: string) =>
    api.db
      .selectFrom('recorded_lines')
      .select(['user_id', 'text', 'started_at', 'ended_at'])
      .where('archive_id', '=', id)
      .orderBy('started_at')
      .execute();
  const draftOf = async (id: string) => (await api.as('professional').get(`/archives/${id}/captions_draft`)).body.cues;

  it('drafts captions of what each person said, which go with a part that is taken out', async () => {
    service = createService('/models/base.bin');
    const { room, id } = await recorded();
    await composed(room, 'ready');
    expect(await draftOf(id)).toEqual([
      { start: 2, end: 5, text: '/models/base.bin: 1' },
      { start: 12, end: 15, text: '/models/base.bin: 1' },
      { start: 30, end: 36, text: '/models/base.bin: 2' },
      { start: 40, end: 46, text: '/models/base.bin: 2' },
    ]);
    expect((await api.as('adult').delete(`/archives/${id}/my_part`)).status).toBeLessThan(300);
    await composed(room, 'ready');
    expect((await linesOf(id)).map((line) => line.user_id)).toEqual([api.people.professional, api.people.professional]);
  });

  it('drafts captions of the recording of an event', async () => {
    service = createService('/models/base.bin');
    const { id } = await recorded();
    const event = await insertEvent(api.db, { organizer_id: api.people.professional });
    await api.db.updateTable('archives').set({ source: 'event', source_id: event }).where('id', '=', id).execute();
    await composed(event, 'ready');
    expect(await draftOf(id)).toHaveLength(4);
  });

  it('replaces the live captions of whom it recognized, once', async () => {
    service = createService('/models/base.bin');
    const { room, id } = await recorded([api.people.professional]);
    const said = { classroom_id: room, archive_id: id, started_at: api.clock.now(), ended_at: api.clock.now() };
    await api.db
      .insertInto('recorded_lines')
      .values([
        { ...said, id: 'lin_live', user_id: api.people.professional, text: '生の字幕' },
        { ...said, id: 'lin_other', user_id: api.people.adult, text: 'ほかの人の字幕' },
      ])
      .execute();
    await composed(room, 'ready');
    const texts = (await linesOf(id)).map(({ text }) => text).sort();
    expect(texts).toEqual(['/models/base.bin: 1', '/models/base.bin: 2', 'ほかの人の字幕']);
  });

  it('makes the archive without a draft where nothing was recognized, and reports it', async () => {
    service = createService('/models/base.bin');
    await composer.order({ trouble: 'Speech was not recognized' });
    const { room, id } = await recorded();
    await composed(room, 'ready');
    expect(await linesOf(id)).toEqual([]);
    expect(troubles.map(String)).toEqual(['Error: Speech was not recognized']);
  });
});

it('makes one archive of a room, however often it is collected, and none of a room in which nobody was recorded', async () => {
  const { room } = await recorded();
  await service.collect(room);
  const silent = await insertRecording(api, []);
  await service.collect(silent);
  const archives = await api.db.selectFrom('archives').select('source_id').execute();
  expect(archives).toEqual([{ source_id: room }]);
});

it('waits while anything is still being recorded', async () => {
  const room = await insertRecording(api, [api.people.adult]);
  await api.db.updateTable('recorded_tracks').set({ state: 'active' }).where('classroom_id', '=', room).execute();
  await service.collect(room);
  expect(await api.db.selectFrom('archives').selectAll().execute()).toEqual([]);
});

describe('a part that is taken out', () => {
  it('is gone from the next version, and the version before with it', async () => {
    const { room, id } = await recorded();
    await composed(room, 'ready');
    const answer = await api.as('adult').delete(`/archives/${id}/my_part`);
    expect([answer.status, answer.body]).toEqual([200, { isDeleted: false }]);
    expect((await api.as('adult').get(`/archives/${id}`)).body).toMatchObject({
      state: 'processing',
      hlsUrl: null,
      thumbnailUrl: null,
      review: { isMyPartRecorded: true, isMyPartOut: true },
    });
    expect(await composed(room, 'ready')).toMatchObject({ media_version: 'v2' });
    expect((await compositionOf(id, 'v2')).tracks.map(({ personId }) => personId)).toEqual([api.people.professional]);
    await until(
      () => storedIn(id),
      (names) => names.join() === 'v2',
    );
    expect((await api.as('adult').delete(`/archives/${id}/my_part`)).body).toEqual({ isDeleted: false });
    expect((await archiveOf(room)).state).toBe('ready');
  });

  it('replaces the version that is being composed', async () => {
    const { room, id } = await recorded();
    await composer.order({ hangs: true });
    await service.composeDue();
    await until(
      () => archiveOf(room),
      ({ progress }) => progress === 40,
    );
    await api.as('adult').delete(`/archives/${id}/my_part`);
    // The process that composes the old version dies; the claim of the new one is not its own.
    await service.stop();
    service = createService();
    await composer.order({});
    await composed(room, 'ready');
    expect((await compositionOf(id, 'v2')).tracks).toHaveLength(1);
  });

  it.each([
    ['the process that composes it', false],
    ['the next process, when that one is killed', true],
  ])('leaves nothing where videos are composed: %s removes it', async (_who, isKilled) => {
    const { room, id } = await recorded();
    await composer.order({ hangs: true });
    await service.composeDue();
    await until(
      () => workOf(id),
      (names) => names.includes(`${id}-v1`),
    );
    if (isKilled) {
      await service.stop();
      service = createService();
      await service.removeUnneeded();
      expect(await workOf(id)).toEqual([`${id}-v1`]);
    }
    await composer.order({});
    await api.as('adult').delete(`/archives/${id}/my_part`);
    if (isKilled) await service.removeUnneeded();
    expect(
      await until(
        () => workOf(id),
        (names) => names.length === 0,
      ),
    ).toEqual([]);
    await composed(room, 'ready');
  });

  it('leaves no archive when there was nothing else', async () => {
    const { id } = await recorded([api.people.adult]);
    expect((await api.as('adult').delete(`/archives/${id}/my_part`)).body).toEqual({ isDeleted: true });
    expect((await api.as('professional').get(`/archives/${id}`)).status).toBe(404);
  });

  it('is refused to who was not recorded, and after the publication', async () => {
    const { room, id } = await recorded();
    await composed(room, 'ready');
    expect((await api.as('otherAdult').delete(`/archives/${id}/my_part`)).body.code).toBe('not_found');
    await api.db.updateTable('archives').set({ published_at: api.clock.now() }).where('id', '=', id).execute();
    expect((await api.as('otherAdult').delete(`/archives/${id}/my_part`)).body.code).toBe('role_required');
    expect((await api.as('adult').delete(`/archives/${id}/my_part`)).body.code).toBe('not_open');
  });
});

describe('a failure', () => {
  it.each(['no_space', 'missing_codec'] as const)(
    'is reported to the host, retried twice, and then by the host: %s',
    async (failure) => {
      const start = api.clock.now();
      const { room, id } = await recorded();
      const path = await writeRecordedFile(id);
      await composer.order({ failure });
      expect((await api.as('professional').post(`/archives/${id}/compose`)).body.code).toBe('not_open');
      for (const [count, minutes] of [
        [1, 1],
        [2, 10],
        [3, 0],
      ] as const) {
        await until(
          async () => {
            await service.composeDue();
            return archiveOf(room);
          },
          (archive) => archive.compose_failures === count,
        );
        api.clock.advance(minutes * millisecondsInMinute);
      }
      expect((await archiveOf(room)).compose_at).toBeNull();
      expect((await api.as('professional').get(`/archives/${id}`)).body).toMatchObject({
        state: 'failed',
        review: { failure },
      });
      await service.removeUnneeded();
      expect(await readdir(dirname(path))).toHaveLength(1);
      await composer.order({});
      expect((await api.as('adult').post(`/archives/${id}/compose`)).body.code).toBe('not_found');
      expect((await api.as('professional').post(`/archives/${id}/compose`)).body.state).toBe('processing');
      await composed(room, 'ready');
      expect(troubles).toHaveLength(3);
      api.clock.set(start);
    },
  );

  it('of the process leaves the archive to the next one, after the claim has expired', async () => {
    const start = api.clock.now();
    const { room } = await recorded();
    const claim = () => createComposingRepository(api.db).claim(api.clock.now(), addMinutes(start, 1));
    expect(await claim()).toBeDefined();
    expect(await claim()).toBeUndefined();
    api.clock.advance(millisecondsInMinute);
    await composed(room, 'ready');
    api.clock.set(start);
  });

  it('ends with the process: a stopped one gives the archive back at once', async () => {
    const { room } = await recorded();
    await composer.order({ hangs: true });
    await service.composeDue();
    await until(
      () => archiveOf(room),
      ({ progress }) => progress === 40,
    );
    await service.stop();
    service = createService();
    await composer.order({});
    await composed(room, 'ready');
    expect((await archiveOf(room)).compose_failures).toBe(0);
  });
});

it('suggests a chapter where the host pinned a question, without what was taken away since', async () => {
  const room = await insertRecording(api, [api.people.professional, api.people.adult]);
  const startedAt = api.clock.now().getTime() - RECORDED_SECONDS * 1000;
  for (const [index, state] of (['answered', 'dismissed'] as const).entries()) {
    const asked = await insertQuestion(api.db, {
      classroom_id: room,
      user_id: api.people.adult,
      body: '負の角度は?\n二行目',
      state,
    });
    await api.db
      .insertInto('classroom_pins')
      .values({
        id: `pin_${index}`,
        classroom_id: room,
        question_id: asked,
        pinned_at: new Date(startedAt + (30 + index) * 1000),
        unpinned_at: api.clock.now(),
      })
      .execute();
  }
  await service.collect(room);
  expect((await composed(room, 'ready')).chapters).toEqual([
    { at: 0, title: 'はじめ' },
    { at: 30, title: '負の角度は?' },
  ]);
});

it('leaves no words of a pinned comment in the chapters once it is deleted', async () => {
  const room = await insertRecording(api, [api.people.professional, api.people.adult]);
  const startedAt = api.clock.now().getTime() - RECORDED_SECONDS * 1000;
  const comment = { classroom_id: room, user_id: api.people.adult };
  const ids = await Promise.all(
    ['090-1234-5678です\n二行目', '図が見やすいです'].map((body) => insertComment(api.db, { ...comment, body })),
  );
  const pin = { classroom_id: room, unpinned_at: api.clock.now() };
  await api.db
    .insertInto('classroom_pins')
    .values(
      ids.map((id, index) => ({
        ...{ ...pin, id: `pin_of_${id}`, comment_id: id },
        pinned_at: new Date(startedAt + index * 30_000),
      })),
    )
    .execute();
  await service.collect(room);
  expect((await composed(room, 'ready')).chapters).toEqual([
    { at: 0, title: '090-1234-5678です' },
    { at: 30, title: '図が見やすいです' },
  ]);
  expect((await api.as('adult').delete(`/classrooms/${room}/comments/${ids[0]}`)).status).toBeLessThan(300);
  const { chapters } = await archiveOf(room);
  expect(chapters).toEqual([
    { at: 0, title: 'はじめ' },
    { at: 30, title: '図が見やすいです' },
  ]);
});

it.each([
  ['its first line', '負の角度\n二行目', '負の角度'],
  ['its number', '', '星の一生 4ページ'],
])('suggests a chapter where a page was presented, by %s', async (_what, body, title) => {
  const room = await insertRecording(api, [api.people.professional, api.people.adult]);
  const startedAt = api.clock.now().getTime() - RECORDED_SECONDS * 1000;
  await api.db
    .insertInto('presented_pages')
    .values({
      id: `pag_${room}`,
      classroom_id: room,
      material_id: await insertPdf(api.db, api.people.professional, { classroom_id: room }),
      page: 4,
      body,
      shown_at: new Date(startedAt + 30_000),
    })
    .execute();
  await service.collect(room);
  expect((await composed(room, 'ready')).chapters).toEqual([
    { at: 0, title: 'はじめ' },
    { at: 30, title },
  ]);
});

describe('a cut', () => {
  const cut = (
    id: string,
    startSeconds: number,
    endSeconds: number,
    caller: 'professional' | 'adult' = 'professional',
  ) => api.as(caller).put(`/archives/${id}/cut`, { startSeconds, endSeconds });

  it('moves the chapters, and the video is composed anew', async () => {
    const { room, id } = await recorded();
    await composed(room, 'ready');
    const chapters = [
      { at: 0, title: 'はじめ' },
      { at: 10, title: '本題' },
      { at: 30, title: '質問' },
      { at: 58, title: '雑談' },
    ];
    await api.as('professional').patch(`/archives/${id}`, { chapters });
    expect((await cut(id, 12, 5)).body).toMatchObject({ state: 'processing', review: { cutStart: 12, cutEnd: 5 } });
    expect(await composed(room, 'ready')).toMatchObject({
      duration_seconds: 43,
      chapters: [
        { at: 0, title: '本題' },
        { at: 18, title: '質問' },
      ],
    });
    expect(await compositionOf(id, 'v2')).toMatchObject({ from: 12, until: 55 });
    expect((await cut(id, 12, 5)).body.state).toBe('ready');
  });

  it('is refused when nothing is left, to others and after the publication', async () => {
    const { room, id } = await recorded();
    expect((await cut(id, 1, 1)).body.code).toBe('not_open');
    await composed(room, 'ready');
    expect((await cut(id, 30, 28)).body).toMatchObject({ code: 'invalid', fields: { endSeconds: expect.any(String) } });
    expect((await cut(id, 1, 1, 'adult')).body.code).toBe('not_owner');
    await api.db.updateTable('archives').set({ published_at: api.clock.now() }).where('id', '=', id).execute();
    expect((await cut(id, 1, 1)).body.code).toBe('not_open');
  });
});

it('deletes what was recorded once the archive is published, and not before', async () => {
  const { room, id } = await recorded();
  const path = await writeRecordedFile(id);
  await composed(room, 'ready');
  await service.removeUnneeded();
  expect(await readdir(dirname(path))).toHaveLength(1);
  await api.db.updateTable('archives').set({ published_at: api.clock.now() }).where('id', '=', id).execute();
  await service.removeUnneeded();
  expect(await readdir(dirname(path))).toEqual([]);
  expect(await api.db.selectFrom('recorded_tracks').selectAll().execute()).toEqual([]);
});

it('deletes what was recorded of a host whose account is purged, and leaves the part of a speaker out of what is not published', async () => {
  const purge = (userId: string) =>
    api.db.transaction().execute((trx) => createWithdrawalRepository(api.db).purge(trx, userId, api.clock.now()));
  const { id: hosted } = await recorded([api.people.otherAdult]);
  const path = await writeRecordedFile(hosted);
  await api.db.updateTable('archives').set({ host_id: api.people.otherAdult, compose_at: null }).execute();
  const { room, id } = await recorded([api.people.professional, api.people.otherAdult]);
  await purge(api.people.otherAdult);
  await service.removeUnneeded();
  expect(await readdir(dirname(path))).toEqual([]);
  await composed(room, 'ready');
  expect((await compositionOf(id, 'v1')).tracks.map(({ personId }) => personId)).toEqual([api.people.professional]);
});

it('deletes what was recorded with its archive, which does not come back', async () => {
  const { room, id } = await recorded();
  expect((await api.as('professional').delete(`/archives/${id}`)).status).toBe(204);
  await service.collect(room);
  await service.removeUnneeded();
  expect(await api.db.selectFrom('recorded_tracks').selectAll().execute()).toEqual([]);
  expect(await api.db.selectFrom('archives').selectAll().execute()).toEqual([]);
});
