import type { MediaToken } from '@manabiba/shared/contract/media';
import { jwtVerify } from 'jose';

import { testMedia } from '../../../testing/media/test-media';
import {
  clearContent,
  insertCategories,
  insertClassroomUser,
  insertLiveRoom,
  insertParticipant,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';
import { personNames } from '../../../testing/test-people';

let world: TestApp;
beforeAll(async () => {
  world = await startTestApp({ env: testMedia });
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const insiders: Caller[] = ['anonymous', ...personNames.filter((name) => name !== 'suspended' && name !== 'withdrawn')];

/** Inserts a live room of the professional in which all callers have this role. */
async function room(role: 'co_host' | 'speaker' | 'listener' = 'speaker', given: object = {}): Promise<string> {
  const { db, people, clock } = world;
  const id = await insertLiveRoom(db, { host_id: people.professional, ...given }, clock.now());
  for (const name of personNames.filter((one) => one !== 'professional'))
    await insertParticipant(db, id, people[name], { role });
  await insertParticipant(db, id, people.anonymous, { role, anonymous_id: people.anonymous });
  return id;
}
const generate = (caller: Caller, id: string, what = 'token') =>
  world.as(caller).get(`/classrooms/${id}/generate_${what}`);
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;

/** Returns the claims that the media server reads from a token. */
async function claimsOf({ token }: MediaToken) {
  const { payload } = await jwtVerify(token, new TextEncoder().encode(testMedia.LIVEKIT_API_SECRET), {
    issuer: testMedia.LIVEKIT_API_KEY,
  });
  return payload as { sub: string; nbf: number; exp: number; video: Record<string, unknown>; name?: string };
}

describe.each(['co_host', 'speaker', 'listener'] as const)('the base token of a %s', (role) => {
  it.each(insiders.filter((caller) => caller !== 'resubmit' && caller !== 'professional'))(
    'grants %s what role and age allow, and the token says the same as the answer',
    async (caller) => {
      const id = await room(role);
      const { status, body } = await generate(caller, id);
      const onlyListens = caller === 'anonymous' || caller === 'child';
      const publishes = role !== 'listener' && !onlyListens;
      expect([status, body]).toEqual([
        200,
        {
          token: expect.any(String),
          url: testMedia.LIVEKIT_URL,
          provider: 'livekit',
          room: id,
          identity: world.people[caller as 'adult'],
          grants: {
            subscribe: true,
            publishMic: publishes,
            publishCamera: false,
            publishScreen: false,
            publishData: publishes,
          },
          expiresAt: expect.any(String),
        },
      ]);
      const { sub, video } = await claimsOf(body);
      expect(sub).toBe(world.people[caller as 'adult']);
      expect(video).toEqual({
        roomJoin: true,
        room: id,
        canSubscribe: true,
        canPublish: publishes,
        canPublishSources: publishes ? ['microphone'] : [],
        canPublishData: publishes,
      });
    },
  );
});

describe.each([
  ['camera', ['camera']],
  ['video', ['screen_share', 'screen_share_audio']],
] as const)('the %s token', (kind, sources) => {
  it.each(insiders)('is issued to %s only if they may speak, and only publishes', async (caller) => {
    const id = await room('speaker');
    const answer = await generate(caller, id, `${kind}_token`);
    const refusal = { anonymous: '403 role_required', child: '403 age_restricted', resubmit: '403 need_resubmit' }[
      caller as string
    ];
    expect(answerOf(answer)).toBe(refusal ?? '200');
    if (refusal) return;
    const { sub, video } = await claimsOf(answer.body);
    expect(sub).toBe(`${world.people[caller as 'adult']}:${kind}`);
    expect(answer.body.identity).toBe(sub);
    expect(video).toEqual({
      roomJoin: true,
      room: id,
      canSubscribe: false,
      canPublish: true,
      canPublishSources: sources,
      canPublishData: false,
    });
    expect(Object.entries(answer.body.grants).filter(([, isGranted]) => isGranted)).toEqual([
      [kind === 'camera' ? 'publishCamera' : 'publishScreen', true],
    ]);
  });

  it('is refused to listeners, outsiders and kicked participants, and after the end', async () => {
    const listening = await room('listener');
    expect(answerOf(await generate('adult', listening, `${kind}_token`))).toBe('403 role_required');
    const { db, people } = world;
    const live = await insertLiveRoom(db, { host_id: people.professional }, world.clock.now());
    expect(answerOf(await generate('adult', live, `${kind}_token`))).toBe('403 role_required');
    await insertClassroomUser(db, {
      classroom_id: live,
      user_id: people.student,
      role: 'speaker',
      kicked_at: new Date(),
    });
    expect(answerOf(await generate('student', live, `${kind}_token`))).toBe('403 kicked');
    await world.as('professional').delete(`/classrooms/${live}`);
    expect(answerOf(await generate('professional', live, `${kind}_token`))).toBe('410 ended');
    expect(answerOf(await generate('unauthenticated', live, `${kind}_token`))).toBe('401 unauthenticated');
  });
});

it('issues tokens that can connect for five minutes', async () => {
  const { body } = await generate('adult', await room());
  const { exp, nbf } = await claimsOf(body);
  expect(exp - nbf).toBe(300);
  expect(Math.abs(new Date(body.expiresAt).getTime() / 1000 - exp)).toBeLessThan(2);
});

it('puts no names into tokens', async () => {
  const claims = await claimsOf((await generate('adult', await room())).body);
  expect(Object.keys(claims).sort()).toEqual(['exp', 'iss', 'nbf', 'sub', 'video']);
});

it.each([
  ['under 16 without consent', { birth_date: '2011-06-01', guardian_consent_at: null }],
  [
    'whose school forbids speaking',
    { partner_school_id: 'sch_quiet', student_code: '9-9', email: null, email_verified_at: null },
  ],
])('grants a student %s only subscribing, even with the role of a speaker', async (_who, set) => {
  const { db, people, clock } = world;
  clock.set('2026-11-23T03:00:00Z');
  await world.signInAgain();
  const before = await db.selectFrom('users').selectAll().where('id', '=', people.student).executeTakeFirstOrThrow();
  await db
    .insertInto('partner_schools')
    .values({ id: 'sch_quiet', name: '静か学園', code: 'QUIET', can_speak: false })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.updateTable('users').set(set).where('id', '=', people.student).execute();
  const id = await room('speaker');
  const { body } = await generate('student', id);
  expect(body.grants).toEqual({
    subscribe: true,
    publishMic: false,
    publishCamera: false,
    publishScreen: false,
    publishData: false,
  });
  expect(answerOf(await generate('student', id, 'camera_token'))).toBe('403 role_required');
  expect(answerOf(await generate('student', id, 'video_token'))).toBe('403 role_required');
  await db.updateTable('users').set(before).where('id', '=', people.student).execute();
});

it('issues the screen token to one participant at a time, repeatedly to the one who shares', async () => {
  const id = await room();
  const { db, people } = world;
  const shows = (name: 'adult' | 'student', isOn: boolean) =>
    db.updateTable('classroom_users').set({ is_screen_on: isOn }).where('user_id', '=', people[name]).execute();
  await shows('adult', true);
  const refused = await generate('student', id, 'video_token');
  expect(answerOf(refused)).toBe('409 conflict');
  expect(refused.body.error).toBe('ほかの方が画面を共有しています。終わってからもう一度お試しください。');
  expect((await generate('adult', id, 'video_token')).status).toBe(200);
  expect((await generate('student', id, 'camera_token')).status).toBe(200);
  await shows('adult', false);
  expect((await generate('student', id, 'video_token')).status).toBe(200);
});

describe('joining', () => {
  const join = (caller: Caller, id: string) =>
    world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'device' });

  it.each([
    ['adult', { publishMic: true, publishData: true }],
    ['child', { publishMic: false, publishData: false }],
    ['anonymous', { publishMic: false, publishData: false }],
  ] as const)('gives %s the base token', async (caller, grants) => {
    const id = await insertLiveRoom(world.db, { host_id: world.people.professional }, world.clock.now());
    const { body } = await join(caller, id);
    expect(body.token).toMatchObject({ room: id, identity: world.people[caller], grants });
    expect((await claimsOf(body.token)).sub).toBe(world.people[caller]);
  });

  it('returns no token to a participant waiting for the host', async () => {
    const id = await insertLiveRoom(
      world.db,
      { host_id: world.people.professional, private_mode: true, private_key: 'key' },
      world.clock.now(),
    );
    const { body } = await world
      .as('child')
      .post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'device', key: 'key' });
    expect([body.isWaiting, body.token]).toEqual([true, null]);
    expect(answerOf(await generate('child', id))).toBe('409 not_joined');
  });
});

describe('without a media server', () => {
  let plain: TestApp;
  beforeAll(async () => {
    plain = await startTestApp();
    await insertCategories(plain.db);
  });
  afterAll(() => plain.close());

  it('joins without a token and issues none', async () => {
    const id = await insertLiveRoom(plain.db, { host_id: plain.people.professional }, plain.clock.now());
    const joined = await plain
      .as('adult')
      .post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'device' });
    expect([joined.status, joined.body.token]).toEqual([200, null]);
    for (const what of ['token', 'camera_token', 'video_token'])
      expect(answerOf(await plain.as('adult').get(`/classrooms/${id}/generate_${what}`))).toBe('503 media_unavailable');
  });
});
