import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

import { createLimiter } from '../../../platform/security/limiter';
import { insertLiveRoom, insertParticipant } from '../../../testing/rows';
import type { Caller } from '../../../testing/start-test-app';
import { type ArchivesApp, useArchivesApp } from '../../archives/testing/use-archives-app';
import { insertSplit } from '../../classrooms/groups/testing/insert-split';
import { createComposingRepository } from '../composing.repository';
import { insertRecording, RECORDED_SECONDS } from '../testing/insert-recording';
import { createLinesRepository } from './lines.repository';
import { createLinesService } from './lines.service';

let api: ArchivesApp;
useArchivesApp((app) => {
  api = app;
});

let serial = 0;
const add = (caller: Caller, room: string, text: string) =>
  api.as(caller).post(`/classrooms/${room}/caption_lines`, { text, spokenForMs: 1500 });
const linesOf = async (room: string) =>
  (await api.db.selectFrom('recorded_lines').select('text').where('classroom_id', '=', room).execute()).map(
    ({ text }) => text,
  );
const draftOf = (caller: Caller, id: string) => api.as(caller).get(`/archives/${id}/captions_draft`);
const textsOf = async (id: string) =>
  (await draftOf('professional', id)).body.cues.map(({ text }: { text: string }) => text);

/** A live room that is recorded, in which an adult speaks. */
async function recordedRoom() {
  const now = api.clock.now();
  const { professional, adult } = api.people;
  const room = await insertLiveRoom(api.db, { host_id: professional, all_users: true, recording: true }, now);
  await insertParticipant(api.db, room, adult, { recording_consent_at: now });
  for (const userId of [professional, adult]) await insertVoice(room, userId);
  return room;
}

async function insertVoice(room: string, userId: string) {
  const id = `rec_lines_${(serial += 1)}`;
  const now = api.clock.now();
  await api.db
    .insertInto('recorded_tracks')
    .values({
      id,
      classroom_id: room,
      user_id: userId,
      kind: 'voice',
      track_sid: id,
      file: id,
      state: 'active',
      started_at: now,
      created_at: now,
    })
    .execute();
}

/** An archive under review, of a recording in which the host and an adult have spoken. */
async function recordedArchive() {
  const { professional, adult } = api.people;
  const room = await insertRecording(api, [professional, adult]);
  const { started_at: startedAt } = await api.db
    .selectFrom('recording_spans')
    .select('started_at')
    .where('classroom_id', '=', room)
    .executeTakeFirstOrThrow();
  const start = startedAt.getTime();
  for (const [userId, text, seconds] of [
    [professional, 'はじめます。', 2],
    [adult, '質問があります。', 20],
    [professional, 'どうぞ。', 30],
  ] as const)
    await api.db
      .insertInto('recorded_lines')
      .values({
        id: `lin_${(serial += 1)}`,
        classroom_id: room,
        user_id: userId,
        text,
        started_at: new Date(start + seconds * 1000),
        ended_at: new Date(start + (seconds + 2) * 1000),
      })
      .execute();
  await api.db.transaction().execute((trx) => createComposingRepository(api.db).collect(trx, room, api.clock.now()));
  const { id } = await api.db
    .selectFrom('archives')
    .select('id')
    .where('source_id', '=', room)
    .executeTakeFirstOrThrow();
  await api.db
    .updateTable('archives')
    .set({ state: 'ready', duration_seconds: RECORDED_SECONDS, media_version: 'v1', compose_at: null })
    .where('id', '=', id)
    .execute();
  return { id, room };
}

describe('a sentence of live captions', () => {
  it('is kept while the voice of its speaker is recorded', async () => {
    const room = await recordedRoom();
    expect((await add('adult', room, 'こんにちは。')).body).toEqual({ isKept: true });
    expect((await add('professional', room, 'ようこそ。')).body).toEqual({ isKept: true });
    const [line] = await api.db.selectFrom('recorded_lines').selectAll().orderBy('id').execute();
    expect(Number(line?.ended_at) - Number(line?.started_at)).toBe(1500);
  });

  it('is not kept when it was said in a group, also right after leaving the main room and right after returning', async () => {
    const room = await recordedRoom();
    await insertSplit(api.db, room, { userIds: [api.people.adult], now: api.clock.now() });
    expect((await add('adult', room, 'グループで。')).body).toEqual({ isKept: false });
    expect((await add('professional', room, '全員に。')).body).toEqual({ isKept: true });
    await api.db.updateTable('classroom_group_stays').set({ left_at: api.clock.now() }).execute();
    expect((await add('adult', room, 'まだグループの話。')).body).toEqual({ isKept: false });
    api.clock.advance(5000);
    expect((await add('adult', room, '戻りました。')).body).toEqual({ isKept: true });
  });

  it('is kept a moment after the microphone is off, and not later', async () => {
    const room = await recordedRoom();
    const now = api.clock.now();
    await api.db.updateTable('recorded_tracks').set({ state: 'complete', ended_at: now }).execute();
    api.clock.advance(5000);
    expect((await add('adult', room, 'では。')).body).toEqual({ isKept: true });
    api.clock.advance(millisecondsInMinute);
    expect((await add('adult', room, 'またあとで。')).body).toEqual({ isKept: false });
    expect(await linesOf(room)).toEqual(['では。']);
  });

  it.each<[string, (room: string) => Promise<unknown>]>([
    [
      'who has taken the consent back',
      (room) =>
        api.db
          .updateTable('classroom_users')
          .set({ recording_consent_at: null })
          .where('classroom_id', '=', room)
          .execute(),
    ],
    [
      'whose voice is not recorded',
      () => api.db.deleteFrom('recorded_tracks').where('user_id', '=', api.people.adult).execute(),
    ],
    [
      'who has left',
      (room) =>
        api.db
          .updateTable('classroom_users')
          .set({ left_at: api.clock.now() })
          .where('classroom_id', '=', room)
          .execute(),
    ],
    [
      'in a room that is not recorded now',
      (room) => api.db.updateTable('classrooms').set({ recording: false }).where('id', '=', room).execute(),
    ],
  ])('of somebody %s is not kept', async (_who, change) => {
    const room = await recordedRoom();
    await change(room);
    expect((await add('adult', room, 'こんにちは。')).body).toEqual({ isKept: false });
    expect(await linesOf(room)).toEqual([]);
  });

  it('of somebody who is not there is not kept, nor one of a room that does not exist', async () => {
    const room = await recordedRoom();
    expect((await add('otherAdult', room, 'こんにちは。')).body).toEqual({ isKept: false });
    expect((await add('adult', 'cls_unknown', 'こんにちは。')).body).toEqual({ isKept: false });
    expect((await add('adult', room, ' ')).body.code).toBe('invalid');
  });
});

describe('the draft of captions', () => {
  it('is made of what was said, for the host', async () => {
    const { id } = await recordedArchive();
    expect((await draftOf('professional', id)).body).toEqual({
      cues: [
        { start: 2, end: 4, text: 'はじめます。' },
        { start: 20, end: 22, text: '質問があります。' },
        { start: 30, end: 32, text: 'どうぞ。' },
      ],
      videoVersion: 'v1',
    });
    expect((await draftOf('adult', id)).body.code).toBe('not_owner');
    expect((await draftOf('otherAdult', id)).body.code).toBe('not_found');
  });

  it('follows the cut of the video', async () => {
    const { id } = await recordedArchive();
    await api.as('professional').put(`/archives/${id}/cut`, { startSeconds: 10, endSeconds: 20 });
    expect((await draftOf('professional', id)).body).toEqual({ cues: [], videoVersion: null });
    await api.db.updateTable('archives').set({ state: 'ready', duration_seconds: 30 }).where('id', '=', id).execute();
    expect((await draftOf('professional', id)).body.cues).toMatchObject([{ start: 10 }, { start: 20 }]);
  });

  it('loses what is taken out, as published captions do', async () => {
    const { id } = await recordedArchive();
    await api.as('professional').put(`/archives/${id}/captions`, { vtt: 'WEBVTT\n\n00:20.000 --> 00:22.000\n質問' });
    expect((await api.as('professional').get(`/archives/${id}`)).body.captionUrl).not.toBeNull();
    await api.as('adult').delete(`/archives/${id}/my_part`);
    await api.db.updateTable('archives').set({ state: 'ready' }).where('id', '=', id).execute();
    expect(await textsOf(id)).toEqual(['はじめます。', 'どうぞ。']);
    expect((await api.as('professional').get(`/archives/${id}`)).body.captionUrl).toBeNull();
  });

  it('is discarded by the host', async () => {
    const { id, room } = await recordedArchive();
    expect((await api.as('adult').delete(`/archives/${id}/captions_draft`)).body.code).toBe('not_owner');
    expect(await linesOf(room)).toHaveLength(3);
    expect((await api.as('professional').delete(`/archives/${id}/captions_draft`)).status).toBe(204);
    expect(await linesOf(room)).toEqual([]);
  });

  it('goes thirty days after the publication, and with the archive', async () => {
    const start = api.clock.now();
    const { id, room } = await recordedArchive();
    const { id: other, room: otherRoom } = await recordedArchive();
    await api.db.updateTable('archives').set({ published_at: start }).where('id', '=', id).execute();
    const { removeOld } = createLinesService({
      lines: createLinesRepository(api.db),
      archives: { get: () => Promise.reject(new Error('Nobody asks.')) },
      limiter: createLimiter({ db: api.db, clock: api.clock }),
      clock: api.clock,
    });
    for (const [days, left] of [
      [29, 3],
      [2, 0],
    ] as const) {
      api.clock.advance(days * millisecondsInDay);
      await removeOld();
      expect(await linesOf(room)).toHaveLength(left);
    }
    expect(await linesOf(otherRoom)).toHaveLength(3);
    api.clock.set(start);
    await api.as('professional').delete(`/archives/${other}`);
    expect(await linesOf(otherRoom)).toEqual([]);
  });
});
