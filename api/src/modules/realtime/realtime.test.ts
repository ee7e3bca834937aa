import {
  personDoc,
  roomCommentDoc,
  roomDoc,
  roomPollDoc,
  roomSplitDoc,
  roomUserDoc,
} from '@manabiba/shared/contract/room-documents';
import { addMinutes, subMinutes } from 'date-fns';
import { decodeJwt, jwtVerify } from 'jose';
import * as z from 'zod/mini';

import { type RecordingFirestore, startRecordingFirestore } from '../../testing/recording-firestore';
import { clearContent, insertCategories, insertComment, insertLiveRoom, insertParticipant } from '../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../testing/start-test-app';
import { insertSplit } from '../classrooms/groups/testing/insert-split';
import { insertPdf } from '../classrooms/materials/testing/insert-material';
import { insertPoll } from '../classrooms/polls/testing/insert-poll';
import { ENGINE_SERVER_HEADER, REALTIME_AUDIENCE, REALTIME_ISSUER, realtimeKeys } from './realtime-keys';

const SECRET = 'a realtime secret for these tests only';
let live: RecordingFirestore;
let world: TestApp;

beforeAll(async () => {
  live = await startRecordingFirestore();
  world = await startTestApp({
    env: {
      FIRESTORE_ENGINE_URL: live.url,
      FIRESTORE_ENGINE_PUBLIC_URL: 'http://live.manabiba.test',
      REALTIME_SECRET: SECRET,
      LOG_LEVEL: 'silent',
    },
  });
  await insertCategories(world.db);
});
afterEach(async () => {
  live.answerWith(200);
  await eventually(async () => {
    expect(await open()).toEqual([]);
  });
  await clearContent(world.db);
});
afterAll(async () => {
  await world.close();
  await live.close();
});

const user = (name: keyof TestApp['people']) => world.people[name];
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const room = (given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}) =>
  insertLiveRoom(world.db, { host_id: user('professional'), ...given }, world.clock.now());
const join = (caller: Caller, id: string) =>
  world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'd1' });
const token = (caller: Caller, classroomIds?: string[]) =>
  world.as(caller).post('/realtime_token', classroomIds ? { classroomIds } : {});
/** Polls until the check passes, because documents are written asynchronously. */
async function eventually(check: () => unknown): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await check();
      return;
    } catch (error) {
      if (attempt > 150) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 40);
      });
    }
  }
}
const open = async () => (await world.db.selectFrom('live_outbox').select('path').execute()).map(({ path }) => path);

describe('createRealtimeToken', () => {
  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '200'],
    ['adult', '200'],
    ['student', '200'],
    ['child', '200'],
    ['school', '200'],
    ['professional', '200'],
    ['staff', '200'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
  ] as [Caller, string][])('without rooms answers %s with %s', async (caller, expected) => {
    expect(answerOf(await token(caller))).toBe(expected);
  });

  it('issues a token with person and rooms, signed for the engine only, valid until ten minutes after the classroom', async () => {
    const id = await room();
    await join('adult', id);
    const { body } = await token('adult', [id, id]);
    const { payload } = await jwtVerify(body.token, realtimeKeys(SECRET).tokenKey, {
      issuer: REALTIME_ISSUER,
      audience: REALTIME_AUDIENCE,
      algorithms: ['HS256'],
    });
    expect(payload).toMatchObject({ sub: user('adult'), anonymous: false, rooms: [id] });
    const { end_at: endAt } = await world.db
      .selectFrom('classrooms')
      .select('end_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(new Date(body.expiresAt).getTime()).toBe(
      Math.max(addMinutes(endAt, 15).getTime(), new Date(body.expiresAt).getTime()),
    );
    expect(body.config).toEqual({ kind: 'embedded', projectId: 'manabiba', url: 'http://live.manabiba.test' });
    expect(decodeJwt((await token('anonymous')).body.token)).toMatchObject({
      sub: user('anonymous'),
      anonymous: true,
      rooms: [],
    });
  });

  it('covers thirty rooms at once, one per tab', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => room()));
    for (const id of ids) expect((await join('adult', id)).status).toBe(200);
    const { body } = await token('adult', ids);
    expect(decodeJwt(body.token).rooms).toEqual(ids);
    expect((await token('adult', [...ids, 'cls_none'])).status).toBe(422);
  });

  it('requires that the viewer is in the room, and waits until the documents are written', async () => {
    const [id, hidden] = [await room(), await room({ private_mode: true })];
    expect(answerOf(await token('adult', [id]))).toBe('409 not_joined');
    expect(answerOf(await token('adult', [hidden]))).toBe('404 not_found');
    expect(answerOf(await token('adult', ['cls_none']))).toBe('404 not_found');
    await join('adult', id);
    expect(answerOf(await token('adult', [id]))).toBe('200');
    expect(live.documents.get(`rooms/${id}/users/${user('adult')}`)).toMatchObject({ role: 'speaker' });
    expect(z.parse(personDoc, live.documents.get(`people/${user('adult')}`))).toMatchObject({
      id: user('adult'),
      unreadNotificationCount: 0,
    });
    await world.as('professional').post(`/classrooms/${id}/users/${user('adult')}/kick`, {});
    expect(answerOf(await token('adult', [id]))).toBe('403 kicked');
  });

  it('answers 503 when live documents are not configured', async () => {
    const bare = await startTestApp();
    expect(answerOf(await bare.as('adult').post('/realtime_token', {}))).toBe('503 unavailable');
    await bare.close();
  });
});

describe('live documents', () => {
  it('match the contract and are written by the api only', async () => {
    const id = await room();
    await join('child', id);
    await world.as('professional').post(`/classrooms/${id}/comments`, { body: 'はじめましょう。' });
    await eventually(async () => {
      expect(await open()).toEqual([]);
    });
    const paths = [...live.documents.keys()].filter((path) => path.startsWith(`rooms/${id}`));
    expect(paths).toEqual(expect.arrayContaining([`rooms/${id}`, `rooms/${id}/users/${user('child')}`]));
    expect(z.parse(roomDoc, live.documents.get(`rooms/${id}`))).toMatchObject({
      id,
      state: 'live',
      participantCount: 2,
    });
    const shown = live.documents.get(`rooms/${id}/users/${user('child')}`);
    expect(z.parse(roomUserDoc, shown)).toEqual(shown);
    const comment = [...live.documents].find(([path]) => path.startsWith(`rooms/${id}/comments/`))?.[1];
    expect(z.parse(roomCommentDoc, comment)).toEqual({ ...comment, body: 'はじめましょう。', nickname: 'プロ' });
    expect(live.headers()[ENGINE_SERVER_HEADER]).toBe(realtimeKeys(SECRET).serverSecret);
  });

  it('set hasProfile only for a filled profile, and do not reveal who is a child', async () => {
    const id = await room();
    await world.db
      .updateTable('users')
      .set({ introduction: '', job: '' })
      .where('id', 'in', [user('professional'), user('otherStudent'), user('school')])
      .execute();
    await world.as('professional').delete(`/classrooms/${id}/leave`);
    for (const caller of ['professional', 'adult', 'child', 'school', 'anonymous', 'otherStudent'] as const)
      await join(caller, id);
    const documentOf = (name: keyof TestApp['people']) => live.documents.get(`rooms/${id}/users/${user(name)}`);
    await eventually(() => {
      expect(
        ['professional', 'adult', 'child', 'school', 'otherStudent', 'anonymous'].map(
          (name) => documentOf(name as keyof TestApp['people'])?.hasProfile,
        ),
      ).toEqual([true, true, false, false, false, false]);
    });
    const flagsOf = (name: keyof TestApp['people']) => {
      const { isAnonymous, hasProfile } = z.parse(roomUserDoc, documentOf(name));
      return { isAnonymous, hasProfile };
    };
    expect(flagsOf('child')).toEqual(flagsOf('otherStudent'));
  });

  it('are deleted when a person leaves or is kicked, and when a comment is deleted', async () => {
    const id = await room();
    for (const caller of ['adult', 'student'] as const) await join(caller, id);
    const { body } = await world.as('adult').post(`/classrooms/${id}/comments`, { body: 'ひとこと' });
    await eventually(() => {
      expect(live.documents.has(`rooms/${id}/comments/${body.id}`)).toBe(true);
    });
    await world.as('student').delete(`/classrooms/${id}/leave`);
    await world.as('professional').post(`/classrooms/${id}/users/${user('adult')}/kick`, {});
    await world.as('professional').delete(`/classrooms/${id}/comments/${body.id}`);
    await eventually(() => {
      expect([...live.documents.keys()].filter((path) => path.startsWith(`rooms/${id}/`))).toEqual([]);
      expect(live.documents.get(`rooms/${id}`)).toMatchObject({ participantCount: 1 });
    });
  });

  it('show the PDF on the stage, and count the materials', async () => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    const pdf = await insertPdf(world.db, world.people.professional, { classroom_id: id });
    const shown = { materialId: pdf, page: 2, pageCount: 3, mayLookAhead: true };
    const document = () => z.parse(roomDoc, live.documents.get(`rooms/${id}`));
    expect((await world.as('professional').put(`/classrooms/${id}/presentation`, shown)).status).toBe(204);
    await eventually(() =>
      expect(document()).toMatchObject({
        presentation: { ...shown, title: '星の一生', presenterId: world.people.professional },
        materialCount: 1,
      }),
    );
    await world.as('professional').delete(`/classrooms/${id}/materials/${pdf}`);
    await eventually(() => expect(document()).toMatchObject({ presentation: null, materialCount: 0 }));
  });

  it('show an open poll, count its answers at most once a second, and have results only while they are shown', async () => {
    const id = await room();
    await join('adult', id);
    await join('student', id);
    const poll = await insertPoll(world.db, { classroom_id: id, correct: [1], seconds: 60 });
    const path = `rooms/${id}/polls/${poll}`;
    const url = `/classrooms/${id}/polls/${poll}`;
    const answer = (caller: Caller) => world.as(caller).put(`${url}/answer`, { choices: [1] });
    await world.as('professional').post(`${url}/open`, {});
    await eventually(() => {
      expect(live.documents.get(path)).toMatchObject({ state: 'open', answerCount: 0, correct: null, results: null });
    });
    expect(z.parse(roomPollDoc, live.documents.get(path))).toEqual(live.documents.get(path));
    await answer('adult');
    world.clock.advance(1100);
    await eventually(() => {
      expect(live.documents.get(path)).toMatchObject({ answerCount: 1 });
    });
    await answer('student');
    await world.as('adult').post(`/classrooms/${id}/reactions`, { reactionName: 'clap' });
    await eventually(() => {
      expect(live.documents.get(`rooms/${id}/users/${user('adult')}`)).toMatchObject({ reactionName: 'clap' });
    });
    expect(live.documents.get(path)).toMatchObject({ answerCount: 1 });
    world.clock.advance(60_000);
    await eventually(() => {
      expect(live.documents.get(path)).toMatchObject({ state: 'closed', answerCount: 2, correct: null, results: null });
    });
    await world.as('professional').put(`${url}/results`, { isShown: true });
    await eventually(() => {
      expect(live.documents.get(path)).toMatchObject({ correct: [1], results: { counts: [0, 2, 0], texts: [] } });
    });
    expect(z.parse(roomPollDoc, live.documents.get(path))).toEqual(live.documents.get(path));
    await world.db
      .updateTable('classrooms')
      .set({ state: 'ended', forgotten_at: world.clock.now() })
      .where('id', '=', id)
      .execute();
    await world.as('professional').put(`${url}/results`, { isShown: false });
    await eventually(() => {
      expect(live.documents.has(path)).toBe(false);
    });
  });

  it('show who is in which group while a room is divided, and nothing once everybody is back', async () => {
    const id = await room();
    await join('adult', id);
    const { splitId, first, second } = await insertSplit(world.db, id, { now: world.clock.now() });
    const path = `rooms/${id}/splits/${splitId}`;
    await world.as('professional').put(`/classrooms/${id}/groups/people/${user('adult')}`, { groupId: second });
    await world.as('professional').post(`/classrooms/${id}/groups/message`, { body: 'あと5分です。' });
    await eventually(() => {
      expect(live.documents.get(path)).toMatchObject({
        message: { body: 'あと5分です。' },
        groups: [
          { id: first, name: 'グループ1', userIds: [] },
          { id: second, name: 'グループ2', userIds: [user('adult')] },
        ],
      });
    });
    expect(z.parse(roomSplitDoc, live.documents.get(path))).toEqual(live.documents.get(path));
    await world.as('professional').post(`/classrooms/${id}/groups/recall`, { seconds: 0 });
    await eventually(() => {
      expect(live.documents.has(path)).toBe(false);
    });
  });

  it('hold the latest hundred comments', async () => {
    const id = await room();
    const first = await insertComment(world.db, {
      classroom_id: id,
      user_id: user('adult'),
      created_at: subMinutes(Date.now(), 1),
    });
    for (let index = 0; index < 98; index += 1)
      await insertComment(world.db, {
        classroom_id: id,
        user_id: user('adult'),
        created_at: new Date(Date.now() - 50_000 + index),
      });
    await world.as('student').post(`/classrooms/${id}/comments`, { body: '百' });
    await eventually(() => {
      expect(live.documents.has(`rooms/${id}/comments/${first}`)).toBe(true);
    });
    const { body } = await world.as('school').post(`/classrooms/${id}/comments`, { body: '百一' });
    await eventually(() => {
      expect([
        live.documents.has(`rooms/${id}/comments/${first}`),
        live.documents.has(`rooms/${id}/comments/${body.id}`),
      ]).toEqual([false, true]);
    });
    await world.as('school').delete(`/classrooms/${id}/comments/${body.id}`);
    await eventually(() => {
      expect(live.documents.has(`rooms/${id}/comments/${first}`)).toBe(true);
    });
  });

  it('are not written for a heartbeat, and update the participant count at most once a second', async () => {
    const id = await room();
    for (const name of ['adult', 'student', 'school', 'subscriber', 'staff', 'unverified'] as const)
      await join(name, id);
    await eventually(() => {
      expect(live.documents.get(`rooms/${id}`)).toMatchObject({ participantCount: 7 });
    });
    await eventually(async () => {
      expect(await open()).toEqual([]);
    });
    const before = live.commits.length;
    const heartbeat = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
    for (let beat = 0; beat < 5; beat += 1) await world.as('adult').post(`/classrooms/${id}/presence`, heartbeat);
    expect(live.commits).toHaveLength(before);
    const counts: [number, unknown][] = [];
    const stop = setInterval(() => {
      counts.push([performance.now(), live.documents.get(`rooms/${id}`)?.['participantCount']]);
    }, 5);
    for (const name of ['adult', 'student', 'school', 'subscriber'] as const)
      await world.as(name).delete(`/classrooms/${id}/leave`);
    await eventually(() => {
      expect(live.documents.get(`rooms/${id}`)).toMatchObject({ participantCount: 3 });
    });
    clearInterval(stop);
    const moves = counts
      .filter(([, count], index) => index > 0 && count !== counts[index - 1]?.[1])
      .map(([time]) => time);
    for (const [index, time] of moves.slice(1).entries()) expect(time - (moves[index] ?? 0)).toBeGreaterThan(500);
  });

  it('catch up after an outage without losing a change', async () => {
    const id = await room();
    await insertParticipant(world.db, id, user('student'));
    live.answerWith(500);
    await join('adult', id);
    await world.as('adult').post(`/classrooms/${id}/reactions`, { reactionName: 'clap' });
    await world.as('student').post(`/classrooms/${id}/reactions`, { reactionName: 'like' });
    await world.as('student').delete(`/classrooms/${id}/leave`);
    await eventually(async () => {
      expect((await open()).length).toBeGreaterThanOrEqual(3);
    });
    live.answerWith(200);
    await eventually(async () => {
      expect(await open()).toEqual([]);
      expect(live.documents.get(`rooms/${id}/users/${user('adult')}`)).toMatchObject({ reactionName: 'clap' });
      expect(live.documents.has(`rooms/${id}/users/${user('student')}`)).toBe(false);
    });
  });

  it('show the end to everyone, then are deleted', async () => {
    const id = await room();
    await join('adult', id);
    await world.as('professional').delete(`/classrooms/${id}`);
    await eventually(() => {
      expect(live.documents.get(`rooms/${id}`)).toMatchObject({ state: 'ended' });
    });
    expect(live.documents.has(`rooms/${id}/users/${user('adult')}`)).toBe(true);
    world.clock.advance(11 * 60_000);
    await world.runJobs();
    await eventually(() => {
      expect([...live.documents.keys()].filter((path) => path.startsWith(`rooms/${id}`))).toEqual([]);
    });
  });
});
