import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createWriter } from '../../../platform/database/transaction';
import { createStorage } from '../../../platform/storage/create-storage';
import { until } from '../../../testing/media/until';
import type { Caller } from '../../../testing/start-test-app';
import { type ArchivesApp, useArchivesApp } from '../../archives/testing/use-archives-app';
import { createComposingRepository } from '../composing.repository';
import { type ComposingService, createComposingService } from '../composing.service';
import { createRecordedFiles } from '../recorded-files';
import { insertRecording } from '../testing/insert-recording';
import { createTestComposer } from '../testing/test-composer';

interface Utterance {
  id: string;
  at: number | null;
  text: string | null;
  isOut: boolean;
}

let api: ArchivesApp;
let composer: Awaited<ReturnType<typeof createTestComposer>>;
let service: ComposingService;
let serial = 0;
useArchivesApp((app) => {
  api = app;
});
beforeAll(async () => {
  composer = await createTestComposer();
});
beforeEach(() => {
  const storage = createStorage(api.env.storageUrl);
  service = createComposingService({
    composing: createComposingRepository(api.db),
    files: createRecordedFiles({ folder: join(composer.folder, 'recordings'), storage }),
    write: createWriter({ db: api.db, onCommit: () => undefined }),
    storage,
    clock: api.clock,
    script: composer.script,
    workFolder: join(composer.folder, 'work'),
    captionsModel: null,
    onTrouble: () => undefined,
  });
});
afterEach(() => service.stop());
afterAll(() => composer.remove());

const composed = (id: string) =>
  until(
    async () => {
      await service.composeDue();
      return api.db.selectFrom('archives').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    },
    ({ state }) => state === 'ready',
  );
const removalsIn = async (id: string, version: string) =>
  (await composer.read(join(fileURLToPath(api.env.storageUrl), 'archives', id, version, 'video.mp4'))).removals;
const utterancesOf = async (caller: Caller, id: string): Promise<Utterance[]> =>
  (await api.as(caller).get(`/archives/${id}/my_part`)).body.utterances;
const takeOut = (caller: Caller, id: string, utteranceIds?: unknown) =>
  api.as(caller).post(`/archives/${id}/my_part`, utteranceIds === undefined ? {} : { utteranceIds });

/** An archive under review in which the host spoke from 2 and 30 s on, and the adult, with captions, from 12 and 40 s on. */
async function recorded(): Promise<string> {
  const { professional, adult } = api.people;
  const room = await insertRecording(api, [professional, adult]);
  const start = api.clock.now().getTime() - 60_000;
  for (const [text, seconds] of [
    ['向きは。', 12],
    ['公式で習いました。', 41],
  ] as const)
    await api.db
      .insertInto('recorded_lines')
      .values({
        id: `lin_utterances_${(serial += 1)}`,
        classroom_id: room,
        user_id: adult,
        text,
        started_at: new Date(start + seconds * 1000),
        ended_at: new Date(start + (seconds + 2) * 1000),
      })
      .execute();
  await service.collect(room);
  const { id } = await api.db
    .selectFrom('archives')
    .select('id')
    .where('source_id', '=', room)
    .executeTakeFirstOrThrow();
  return id;
}

async function reviewed(): Promise<string> {
  const id = await recorded();
  await composed(id);
  return id;
}

describe('what somebody said', () => {
  it('is listed for them alone, with their sentences, once the video is there', async () => {
    const id = await recorded();
    expect(await utterancesOf('adult', id)).toEqual([]);
    await composed(id);
    expect(await utterancesOf('adult', id)).toMatchObject([
      { at: 11.7, seconds: expect.closeTo(3.6, 5), text: '向きは。', isOut: false },
      { at: 39.7, seconds: expect.closeTo(6.6, 5), text: '公式で習いました。', isOut: false },
    ]);
    expect((await utterancesOf('professional', id)).map(({ at, text }) => [at, text])).toEqual([
      [1.7, null],
      [29.7, null],
    ]);
  });

  it('is not published from a draft that was opened before they took it out', async () => {
    const id = await reviewed();
    const { body: draft } = await api.as('professional').get(`/archives/${id}/captions_draft`);
    const [first] = await utterancesOf('adult', id);
    const publish = () =>
      api
        .as('professional')
        .put(`/archives/${id}/captions`, {
          vtt: 'WEBVTT\n\n00:12.000 --> 00:14.000\n向きは。\n',
          draftOf: draft.videoVersion,
        });
    expect((await publish()).status).toBe(200);
    expect((await takeOut('adult', id, [first?.id])).status).toBe(200);
    expect((await publish()).body.code).toBe('conflict');
    await composed(id);
    expect((await publish()).body.code).toBe('conflict');
  });

  it('moves with the cut of the host, and can be taken out where it is cut off', async () => {
    const id = await reviewed();
    await api.as('professional').put(`/archives/${id}/cut`, { startSeconds: 20, endSeconds: 0 });
    expect((await utterancesOf('adult', id)).map(({ at }) => at)).toEqual([null, expect.closeTo(19.7, 5)]);
    const [first] = await utterancesOf('adult', id);
    expect((await takeOut('adult', id, [first?.id])).status).toBe(200);
    await composed(id);
    expect(await utterancesOf('adult', id)).toMatchObject([{ isOut: true }, { isOut: false }]);
  });

  it.each([
    ['unauthenticated', 401, 'unauthenticated'],
    ['otherAdult', 404, 'not_found'],
    ['student', 404, 'not_found'],
  ] as const)('is refused to %s', async (caller, status, code) => {
    const id = await reviewed();
    const [first] = await utterancesOf('adult', id);
    for (const answer of [
      await api.as(caller).get(`/archives/${id}/my_part`),
      await takeOut(caller, id, [first?.id]),
      await takeOut(caller, id),
    ])
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect((await utterancesOf('adult', id)).some(({ isOut }) => isOut)).toBe(false);
  });

  it('is refused to who was not recorded, and to everybody after the publication', async () => {
    const id = await reviewed();
    const [first] = await utterancesOf('adult', id);
    await api.db.updateTable('archives').set({ published_at: api.clock.now() }).where('id', '=', id).execute();
    for (const [caller, code] of [
      ['otherAdult', 'role_required'],
      ['adult', 'not_open'],
      ['professional', 'not_open'],
    ] as const) {
      expect((await api.as(caller).get(`/archives/${id}/my_part`)).body.code).toBe(code);
      expect((await takeOut(caller, id, [first?.id])).body.code).toBe(code);
      expect((await takeOut(caller, id)).body.code).toBe(code);
    }
  });

  it('is forgotten after the publication', async () => {
    const id = await reviewed();
    await service.removeUnneeded();
    expect(await utterancesOf('adult', id)).toHaveLength(2);
    await api.db.updateTable('archives').set({ published_at: api.clock.now() }).where('id', '=', id).execute();
    await service.removeUnneeded();
    expect(await api.db.selectFrom('archive_utterances').selectAll().execute()).toEqual([]);
  });
});

describe('taking out what was said', () => {
  it('adds up: each version is without all that was taken out so far', async () => {
    const id = await reviewed();
    const [first, second] = await utterancesOf('adult', id);
    expect((await takeOut('adult', id, [first?.id])).body).toEqual({ isDeleted: false });
    expect((await api.as('adult').get(`/archives/${id}`)).body).toMatchObject({
      state: 'processing',
      review: { isMyPartOut: false },
    });
    await composed(id);
    const { adult, professional } = api.people;
    expect(await removalsIn(id, 'v2')).toEqual([{ personId: adult, from: 11.7, until: 15.3 }]);
    expect(await utterancesOf('adult', id)).toMatchObject([
      { isOut: true, text: null },
      { isOut: false, text: '公式で習いました。' },
    ]);
    const [ofHost] = await utterancesOf('professional', id);
    await takeOut('professional', id, [ofHost?.id]);
    await takeOut('adult', id, [second?.id, second?.id]);
    await composed(id);
    expect((await removalsIn(id, 'v4'))?.map(({ personId, from }) => [personId, from])).toEqual([
      [professional, 1.7],
      [adult, 11.7],
      [adult, 39.7],
    ]);
  });

  it('changes nothing when it is repeated', async () => {
    const id = await reviewed();
    const [first] = await utterancesOf('adult', id);
    await takeOut('adult', id, [first?.id]);
    await composed(id);
    expect((await takeOut('adult', id, [first?.id])).status).toBe(200);
    expect((await composed(id)).media_version).toBe('v2');
  });

  it('without names takes the whole part out, pictures included', async () => {
    const id = await reviewed();
    expect((await takeOut('adult', id)).body).toEqual({ isDeleted: false });
    await composed(id);
    expect((await api.as('adult').get(`/archives/${id}`)).body.review.isMyPartOut).toBe(true);
    expect((await utterancesOf('adult', id)).map(({ isOut, text }) => [isOut, text])).toEqual([
      [true, null],
      [true, null],
    ]);
  });

  it.each<[string, (ids: { own: string; others: string }) => unknown]>([
    ['of somebody else', ({ others }) => [others]],
    ['of somebody else beside an own one', ({ own, others }) => [own, others]],
    ['that does not exist', () => ['utt_nobody']],
    ['that is no list', ({ own }) => own],
    ['of an empty list', () => []],
    ['that is no id', () => ['a b']],
  ])('refuses an utterance %s, and changes nothing', async (_what, given) => {
    const id = await reviewed();
    const own = (await utterancesOf('adult', id))[0]?.id ?? '';
    const others = (await utterancesOf('professional', id))[0]?.id ?? '';
    const answer = await takeOut('adult', id, given({ own, others }));
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid']);
    expect((await composed(id)).media_version).toBe('v1');
  });

  it('leaves published captions empty meanwhile, and removes them with the last utterance of the speaker', async () => {
    const id = await reviewed();
    const vtt = 'WEBVTT\n\n00:12.000 --> 00:14.000\n向きは。\n\n00:20.000 --> 00:22.000\nこちらです。\n';
    await api.as('professional').put(`/archives/${id}/captions`, { vtt });
    const [first, second] = await utterancesOf('adult', id);
    await takeOut('adult', id, [first?.id]);
    const { captions_version: version } = await composed(id);
    const storage = createStorage(api.env.storageUrl);
    const left = String(await storage.get(`archives/${id}/captions/${version}.vtt`));
    expect(left).toContain('こちらです。');
    expect(left).not.toContain('向きは。');
    await takeOut('adult', id, [second?.id]);
    expect((await composed(id)).captions_version).toBeNull();
  });
});
