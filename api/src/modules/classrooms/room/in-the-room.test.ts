import { addMinutes } from 'date-fns';

import {
  clearContent,
  insertCategories,
  insertClassroomUser,
  insertLiveRoom,
  insertParticipant,
  insertReservation,
} from '../../../testing/rows';
import { type Caller, startTestApp, type TestApp } from '../../../testing/start-test-app';

let world: TestApp;

beforeAll(async () => {
  world = await startTestApp();
  await insertCategories(world.db);
});
afterEach(() => clearContent(world.db));
afterAll(() => world.close());

const at = (minutes: number) => addMinutes(world.clock.now(), minutes);
const answerOf = ({ status, body }: { status: number; body: { code?: string } | undefined }) =>
  body?.code ? `${status} ${body.code}` : `${status}`;
const inside = ['adult', 'student', 'child', 'school', 'subscriber'] as const;

/**
 * Inserts a live room of the professional with otherAdult as co-host, an anonymous viewer and the usual users;
 * otherStudent is banned, staff is outside.
 */
async function room(given: Partial<Parameters<typeof insertLiveRoom>[1]> = {}): Promise<string> {
  const id = await insertLiveRoom(world.db, { host_id: world.people.professional, ...given }, world.clock.now());
  await insertParticipant(world.db, id, world.people.otherAdult, { role: 'co_host' });
  for (const name of inside)
    await insertParticipant(world.db, id, world.people[name], { role: name === 'child' ? 'listener' : 'speaker' });
  await insertParticipant(world.db, id, world.people.anonymous, {
    role: 'listener',
    anonymous_id: world.people.anonymous,
  });
  await insertClassroomUser(world.db, {
    classroom_id: id,
    user_id: world.people.otherStudent,
    role: 'speaker',
    kicked_at: at(-1),
  });
  return id;
}
const row = (id: string, name: keyof TestApp['people']) =>
  world.db
    .selectFrom('classroom_users')
    .selectAll()
    .where('classroom_id', '=', id)
    .where('user_id', '=', world.people[name])
    .executeTakeFirstOrThrow();
const waiting = async () =>
  (await world.db.selectFrom('live_outbox').select('path').orderBy('path').execute()).map(({ path }) => path);
const user = (name: keyof TestApp['people']) => world.people[name];

describe('updatePresence', () => {
  const still = { isMuted: true, isCameraOn: false, isScreenOn: false, connection: 'good' };
  const send = (caller: Caller, id: string, body: object = {}) =>
    world.as(caller).post(`/classrooms/${id}/presence`, { ...still, ...body });

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '200'],
    ['adult', '200'],
    ['student', '200'],
    ['child', '200'],
    ['school', '200'],
    ['subscriber', '200'],
    ['professional', '200'],
    ['otherAdult', '200'],
    ['staff', '409 not_joined'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(answerOf(await send(caller, await room()))).toBe(expected);
  });

  it('writes documents only for visible changes', async () => {
    const id = await room();
    await send('adult', id);
    expect(await waiting()).toEqual([]);
    expect((await send('adult', id, { isMuted: false, connection: 'poor' })).body).toEqual({
      serverTime: expect.any(String),
      role: 'speaker',
    });
    expect(await waiting()).toEqual([`rooms/${id}/users/${user('adult')}`]);
    expect(await row(id, 'adult')).toMatchObject({ is_muted: false, connection: 'poor' });
  });

  it('turns on nothing that a listener may not use or that the host has muted', async () => {
    const id = await room();
    await send('child', id, { isMuted: false, isCameraOn: true, isScreenOn: true });
    expect(await row(id, 'child')).toMatchObject({ is_muted: true, is_camera_on: false, is_screen_on: false });
    await world.as('professional').patch(`/classrooms/${id}/muting`, { userId: user('adult'), muted: true });
    await send('adult', id, { isMuted: false });
    expect(await row(id, 'adult')).toMatchObject({ is_muted: true, muted_by_host: true });
  });

  it.each([
    ['ended', '410 ended'],
    ['scheduled', '409 not_joined'],
  ] as const)('answers %s when it is not live', async (state, expected) => {
    const id = await room({ state, ...(state === 'scheduled' && { start_at: at(60), end_at: at(105) }) });
    await world.db
      .updateTable('classroom_users')
      .set({ left_at: at(0) })
      .execute();
    expect(answerOf(await send('adult', id))).toBe(expected);
  });
});

describe('updateMuting', () => {
  const mute = (caller: Caller, id: string, body: object) => world.as(caller).patch(`/classrooms/${id}/muting`, body);

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '403 role_required'],
    ['adult', '200'],
    ['student', '200'],
    ['child', '403 age_restricted'],
    ['school', '200'],
    ['subscriber', '200'],
    ['professional', '200'],
    ['otherAdult', '200'],
    ['staff', '409 not_joined'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
  ] as [Caller, string][])('for oneself answers %s with %s', async (caller, expected) => {
    const id = await room();
    expect(answerOf(await mute(caller, id, { muted: false }))).toBe(expected);
    expect(answerOf(await mute(caller, id, { muted: true }))).toBe(expected);
  });

  it.each([
    ['anonymous', '403 role_required'],
    ['adult', '403 role_required'],
    ['student', '403 role_required'],
    ['child', '403 age_restricted'],
    ['school', '403 role_required'],
    ['staff', '403 role_required'],
    ['professional', '200'],
    ['otherAdult', '200'],
  ] as [Caller, string][])('for another user answers %s with %s', async (caller, expected) => {
    const id = await room();
    await world.db
      .updateTable('classroom_users')
      .set({ is_muted: false })
      .where('user_id', '=', user('subscriber'))
      .execute();
    expect(answerOf(await mute(caller, id, { userId: user('subscriber'), muted: true }))).toBe(expected);
    expect((await row(id, 'subscriber')).muted_by_host).toBe(expected === '200');
  });

  it('cannot unmute another user or let a co-host mute the host, and lets muted users unmute themselves', async () => {
    const id = await room();
    for (const caller of ['professional', 'otherAdult'] as const)
      expect(answerOf(await mute(caller, id, { userId: user('adult'), muted: false }))).toBe('403 role_required');
    expect(answerOf(await mute('otherAdult', id, { userId: user('professional'), muted: true }))).toBe(
      '403 role_required',
    );
    await mute('otherAdult', id, { userId: user('adult'), muted: true });
    expect((await mute('adult', id, { muted: false })).body).toEqual({
      userId: user('adult'),
      isMuted: false,
      mutedByHost: false,
    });
    expect(answerOf(await mute('professional', id, { userId: user('staff'), muted: true }))).toBe('404 not_found');
  });

  it('is refused to listeners, who have no microphone to turn on', async () => {
    const id = await room();
    await world.db
      .updateTable('classroom_users')
      .set({ role: 'listener' })
      .where('user_id', '=', user('adult'))
      .execute();
    expect(answerOf(await mute('adult', id, { muted: false }))).toBe('403 role_required');
    expect(answerOf(await mute('adult', id, { muted: true }))).toBe('200');
  });

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 role_required'],
    ['child', '403 role_required'],
    ['staff', '403 role_required'],
    ['otherStudent', '403 kicked'],
    ['professional', '200'],
    ['otherAdult', '200'],
  ] as [Caller, string][])('for all answers %s with %s', async (caller, expected) => {
    const id = await room();
    await world.db.updateTable('classroom_users').set({ is_muted: false }).where('classroom_id', '=', id).execute();
    const answer = await world.as(caller).post(`/classrooms/${id}/mute_all`, { except: [user('adult')] });
    expect(answerOf(answer)).toBe(expected);
    if (expected !== '200') return;
    expect((await row(id, 'professional')).is_muted).toBe(false);
    expect((await row(id, 'adult')).is_muted).toBe(false);
    expect(await row(id, 'student')).toMatchObject({ is_muted: true, muted_by_host: true });
    expect(answer.body.muted).toBe(caller === 'professional' ? 6 : 5);
  });
});

describe('sendReaction', () => {
  const react = (caller: Caller, id: string, reactionName: unknown = 'clap') =>
    world.as(caller).post(`/classrooms/${id}/reactions`, { reactionName });

  it.each([
    ['unauthenticated', '401 unauthenticated', '401 unauthenticated'],
    ['anonymous', '200', '401 unauthenticated'],
    ['adult', '200', '200'],
    ['student', '200', '200'],
    ['child', '200', '403 age_restricted'],
    ['school', '200', '200'],
    ['subscriber', '200', '200'],
    ['professional', '200', '200'],
    ['otherAdult', '200', '200'],
    ['staff', '409 not_joined', '409 not_joined'],
    ['resubmit', '403 need_resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended', '403 suspended'],
    ['otherStudent', '403 kicked', '403 kicked'],
  ] as [Caller, string, string][])('answers %s with %s, and a raised hand with %s', async (caller, clap, hand) => {
    const id = await room();
    expect(answerOf(await react(caller, id))).toBe(clap);
    world.clock.advance(300);
    expect(answerOf(await react(caller, id, 'raise_hand'))).toBe(hand);
  });

  it('accepts one every 300 ms', async () => {
    const id = await room();
    const answers = await Promise.all(Array.from({ length: 10 }, () => react('adult', id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9);
    expect(answers.find(({ status }) => status === 429)?.headers['retry-after']).toBe('1');
    expect((await react('student', id)).status).toBe(200);
    world.clock.advance(300);
    expect((await react('adult', id, 'like')).body).toEqual({ reactionName: 'like', reactionAt: expect.any(String) });
    expect(await row(id, 'adult')).toMatchObject({ reaction_name: 'like' });
  });

  it.each([
    ['an unknown reaction', 'boo'],
    ['nothing', undefined],
    ['a number', 1],
  ])('rejects %s', async (_what, name) => {
    const id = await room();
    expect(answerOf(await world.as('adult').post(`/classrooms/${id}/reactions`, { reactionName: name }))).toBe(
      '422 invalid',
    );
  });

  it('is refused after the room has ended', async () => {
    const id = await room();
    await world.as('professional').delete(`/classrooms/${id}`);
    expect(answerOf(await react('adult', id))).toBe('410 ended');
  });

  it('keeps the place in the queue until the hand is lowered', async () => {
    const id = await room();
    await react('adult', id, 'raise_hand');
    const raisedAt = (await row(id, 'adult')).hand_raised_at;
    for (const name of ['clap', 'raise_hand', 'like']) {
      world.clock.advance(300);
      await react('adult', id, name);
    }
    expect(await row(id, 'adult')).toMatchObject({ hand_raised_at: raisedAt, reaction_name: 'like' });
    world.clock.advance(300);
    await react('adult', id, 'raise_hand');
    world.clock.advance(300);
    expect((await react('adult', id, null)).body).toEqual({ reactionName: null, reactionAt: null });
    expect(await row(id, 'adult')).toMatchObject({ hand_raised_at: null, reaction_name: null });
  });
});

describe('lowerHand', () => {
  const lower = (caller: Caller, id: string, name: keyof TestApp['people'] = 'subscriber') =>
    world.as(caller).delete(`/classrooms/${id}/users/${user(name)}/hand`);

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '403 role_required'],
    ['adult', '403 role_required'],
    ['child', '403 role_required'],
    ['staff', '403 role_required'],
    ['otherStudent', '403 kicked'],
    ['subscriber', '204'],
    ['professional', '204'],
    ['otherAdult', '204'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    await world.db
      .updateTable('classroom_users')
      .set({ hand_raised_at: at(0), reaction_name: 'raise_hand' })
      .where('user_id', '=', user('subscriber'))
      .execute();
    expect(answerOf(await lower(caller, id))).toBe(expected);
    expect((await row(id, 'subscriber')).hand_raised_at === null).toBe(expected === '204');
  });

  it('changes nothing without a raised hand, and answers 404 for a user who was never there', async () => {
    const id = await room();
    expect(answerOf(await lower('professional', id))).toBe('204');
    expect(await waiting()).toEqual([]);
    expect(answerOf(await lower('professional', id, 'staff'))).toBe('404 not_found');
  });
});

describe('updateClassroomUserRole', () => {
  const give = (caller: Caller, id: string, role: string, name: keyof TestApp['people'] = 'subscriber') =>
    world.as(caller).put(`/classrooms/${id}/users/${user(name)}/roles`, { role });

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 role_required'],
    ['student', '403 role_required'],
    ['child', '403 role_required'],
    ['school', '403 role_required'],
    ['subscriber', '403 role_required'],
    ['staff', '403 role_required'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
    ['professional', '200'],
    ['otherAdult', '200'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    const answer = await give(caller, id, 'listener');
    expect(answerOf(answer)).toBe(expected);
    if (expected === '200')
      expect(answer.body).toMatchObject({
        classroomId: id,
        userId: user('subscriber'),
        role: 'listener',
        kickedAt: null,
      });
  });

  it.each([
    ['professional', 'host', 'adult', '422 invalid'],
    ['professional', 'listener', 'professional', '422 invalid'],
    ['otherAdult', 'speaker', 'professional', '422 invalid'],
    ['professional', 'speaker', 'child', '422 age_restricted'],
    ['professional', 'co_host', 'anonymous', '422 age_restricted'],
    ['professional', 'listener', 'child', '200'],
    ['professional', 'co_host', 'adult', '200'],
    ['professional', 'speaker', 'otherAdult', '200'],
    ['otherAdult', 'co_host', 'adult', '403 role_required'],
    ['otherAdult', 'listener', 'otherAdult', '403 role_required'],
    ['otherAdult', 'speaker', 'adult', '200'],
    ['professional', 'speaker', 'staff', '404 not_found'],
    ['professional', 'speaker', 'otherStudent', '404 not_found'],
  ] as [Caller, string, keyof TestApp['people'], string][])(
    'lets %s set the role %s for %s: %s',
    async (caller, role, name, expected) => {
      expect(answerOf(await give(caller, await room(), role, name))).toBe(expected);
    },
  );

  it('removes a promoted user from the queue, and mutes a demoted one', async () => {
    const id = await room();
    await world.db
      .updateTable('classroom_users')
      .set({ role: 'listener', hand_raised_at: at(0), reaction_name: 'raise_hand' })
      .where('user_id', '=', user('adult'))
      .execute();
    await give('professional', id, 'speaker', 'adult');
    expect(await row(id, 'adult')).toMatchObject({ role: 'speaker', hand_raised_at: null, reaction_name: null });
    await world.as('adult').patch(`/classrooms/${id}/muting`, { muted: false });
    await give('professional', id, 'listener', 'adult');
    expect(await row(id, 'adult')).toMatchObject({ role: 'listener', is_muted: true });
  });

  it('refuses a speaker whose school forbids it, or beyond the number of seats', async () => {
    const id = await room({ max_speakers: 6 });
    await world.db
      .updateTable('classroom_users')
      .set({ role: 'listener' })
      .where('user_id', 'in', [user('school'), user('adult')])
      .execute();
    await world.db.updateTable('partner_schools').set({ can_speak: false }).execute();
    expect(answerOf(await give('professional', id, 'speaker', 'school'))).toBe('422 role_required');
    await world.db.updateTable('partner_schools').set({ can_speak: true }).execute();
    expect(answerOf(await give('professional', id, 'speaker', 'school'))).toBe('200');
    expect(answerOf(await give('professional', id, 'speaker', 'adult'))).toBe('200');
    await world.db.updateTable('classrooms').set({ max_speakers: 5 }).execute();
    await give('professional', id, 'listener', 'adult');
    expect(answerOf(await give('professional', id, 'speaker', 'adult'))).toBe('409 full');
  });

  it('keeps roles given by the host when the mode changes', async () => {
    const id = await room();
    await give('professional', id, 'speaker', 'adult');
    await world.as('professional').patch(`/classrooms/${id}`, { audienceMode: true });
    expect([
      (await row(id, 'adult')).role,
      (await row(id, 'student')).role,
      (await row(id, 'otherAdult')).role,
    ]).toEqual(['speaker', 'listener', 'co_host']);
    await world.as('professional').patch(`/classrooms/${id}`, { audienceMode: false });
    expect([(await row(id, 'student')).role, (await row(id, 'child')).role, (await row(id, 'anonymous')).role]).toEqual(
      ['speaker', 'listener', 'listener'],
    );
  });
});

describe('kickClassroomUser', () => {
  const kick = (caller: Caller, id: string, name: keyof TestApp['people'] = 'subscriber') =>
    world.as(caller).post(`/classrooms/${id}/users/${user(name)}/kick`, { reason: '荒らし' });
  const join = (caller: Caller, id: string, deviceId = 'd9') =>
    world.as(caller).post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId });

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 role_required'],
    ['student', '403 role_required'],
    ['child', '403 role_required'],
    ['school', '403 role_required'],
    ['subscriber', '403 role_required'],
    ['staff', '403 role_required'],
    ['resubmit', '403 need_resubmit'],
    ['suspended', '403 suspended'],
    ['otherStudent', '403 kicked'],
    ['professional', '204'],
    ['otherAdult', '204'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    const id = await room();
    expect(answerOf(await kick(caller, id))).toBe(expected);
    expect((await row(id, 'subscriber')).kicked_at !== null).toBe(expected === '204');
  });

  it('bans: out at once, with no way back', async () => {
    const id = await room();
    await insertReservation(world.db, id, user('adult'));
    await kick('otherAdult', id, 'adult');
    expect(answerOf(await join('adult', id))).toBe('403 kicked');
    expect(answerOf(await world.as('adult').get(`/classrooms/${id}`))).toBe('403 kicked');
    expect(answerOf(await world.as('adult').post(`/classrooms/${id}/comments`, { body: 'あ' }))).toBe('403 kicked');
    expect(await world.db.selectFrom('reservations').selectAll().execute()).toEqual([]);
    expect(await waiting()).toEqual([`rooms/${id}#count`, `rooms/${id}/users/${user('adult')}`]);
    expect(await row(id, 'adult')).toMatchObject({
      kicked_by: user('otherAdult'),
      kick_reason: '荒らし',
      left_at: expect.any(Date),
    });
    expect(answerOf(await kick('professional', id, 'adult'))).toBe('204');
  });

  describe('by blocking', () => {
    const block = (caller: Caller, name: keyof TestApp['people']) =>
      world.as(caller).post(`/users/${user(name)}/block`);
    afterEach(() => world.db.deleteFrom('user_blocks').execute());

    it.each([
      ['professional', 'adult'],
      ['otherAdult', 'adult'],
      ['professional', 'otherAdult'],
    ] as const)('bans whom %s blocks, %s, as a kick does', async (caller, target) => {
      const id = await room();
      expect((await block(caller, target)).status).toBe(200);
      expect(await row(id, target)).toMatchObject({ kicked_by: user(caller), left_at: expect.any(Date) });
      expect(await waiting()).toEqual([`rooms/${id}#count`, `rooms/${id}/users/${user(target)}`]);
      expect(answerOf(await join(target, id))).toBe('403 kicked');
      const { body } = await world.as('professional').get(`/classrooms/${id}/kicked_users`);
      expect(body.items).toEqual(expect.arrayContaining([expect.objectContaining({ id: user(target) })]));
      // Who is unblocked comes back only once they are admitted again.
      await world.as(caller).delete(`/users/${user(target)}/block`);
      expect(answerOf(await join(target, id))).toBe('403 kicked');
      expect(answerOf(await world.as('professional').delete(`/classrooms/${id}/users/${user(target)}/kick`))).toBe(
        '204',
      );
      expect(answerOf(await join(target, id))).toBe('200');
    });

    it.each([
      ['otherAdult', 'professional'],
      ['adult', 'student'],
      ['student', 'professional'],
    ] as const)('leaves the room alone when %s blocks %s, whom they may not kick', async (caller, target) => {
      const id = await room();
      expect((await block(caller, target)).status).toBe(200);
      expect(await row(id, target)).toMatchObject({ kicked_at: null, left_at: null });
    });

    it('bans who waits in the lobby, and nobody who is not there', async () => {
      const id = await room();
      const now = world.clock.now();
      const place = { classroom_id: id, role: 'speaker' as const };
      await insertClassroomUser(world.db, { ...place, user_id: user('staff'), waiting_since: now });
      await world.as('adult').delete(`/classrooms/${id}/leave`);
      for (const name of ['staff', 'adult'] as const) expect((await block('professional', name)).status).toBe(200);
      expect(answerOf(await join('staff', id))).toBe('403 kicked');
      expect((await row(id, 'adult')).kicked_at).toBeNull();
    });

    it('changes nothing in a room that has ended', async () => {
      const id = await room();
      await world.as('professional').delete(`/classrooms/${id}`);
      expect((await block('professional', 'adult')).status).toBe(200);
      expect((await row(id, 'adult')).kicked_at).toBeNull();
    });
  });

  it('follows an anonymous viewer to a new anonymous id on the same device, and into an account', async () => {
    const id = await room();
    await kick('professional', id, 'anonymous');
    expect(answerOf(await join('anonymous', id))).toBe('403 kicked');
    const fresh = await world.as('unauthenticated').post('/user/signin/anonymous', {});
    const visitor = world.withToken(fresh.body.token);
    expect(
      answerOf(
        await visitor.post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: `d-${user('anonymous')}` }),
      ),
    ).toBe('403 kicked');
    expect(
      answerOf(await visitor.post(`/classrooms/${id}/join`, { recordingConsent: false, deviceId: 'another' })),
    ).toBe('200');
    await world.db
      .updateTable('anonymous_visitors')
      .set({ became_user_id: user('staff') })
      .where('id', '=', user('anonymous'))
      .execute();
    expect(answerOf(await join('staff', id))).toBe('403 kicked');
    await world.db.updateTable('anonymous_visitors').set({ became_user_id: null }).execute();
  });

  it.each([
    ['professional', 'professional', '403 role_required'],
    ['otherAdult', 'professional', '403 role_required'],
    ['otherAdult', 'otherAdult', '403 role_required'],
    ['professional', 'otherAdult', '204'],
    ['professional', 'staff', '404 not_found'],
  ] as [Caller, keyof TestApp['people'], string][])('by %s of %s is %s', async (caller, name, expected) => {
    expect(answerOf(await kick(caller, await room(), name))).toBe(expected);
  });

  it('also bans users who have only reserved', async () => {
    const id = await room();
    await insertReservation(world.db, id, user('staff'));
    expect(answerOf(await kick('professional', id, 'staff'))).toBe('204');
    expect(answerOf(await join('staff', id))).toBe('403 kicked');
  });
});

describe('getClassroomLink', () => {
  const link = (caller: Caller, id: string) => world.as(caller).get(`/classrooms/${id}/link`);

  it.each([
    ['unauthenticated', '401 unauthenticated'],
    ['anonymous', '401 unauthenticated'],
    ['adult', '403 role_required'],
    ['student', '403 role_required'],
    ['child', '403 role_required'],
    ['school', '403 role_required'],
    ['staff', '403 role_required'],
    ['otherStudent', '403 kicked'],
    ['professional', '200'],
    ['otherAdult', '200'],
  ] as [Caller, string][])('answers %s with %s', async (caller, expected) => {
    expect(answerOf(await link(caller, await room()))).toBe(expected);
  });

  it('contains the key of a private room, and the new one after rotation', async () => {
    const id = await room({ private_mode: true });
    expect((await link('professional', id)).body).toMatchObject({
      url: `https://manabiba.test/classrooms/${id}?key=key-of-the-room`,
      key: 'key-of-the-room',
    });
    await world.as('professional').patch(`/classrooms/${id}`, { rotateKey: true });
    const { body } = await link('otherAdult', id);
    expect(body.key).not.toBe('key-of-the-room');
    expect((await world.as('staff').get(`/classrooms/${id}?key=${body.key}`)).status).toBe(200);
    expect((await link('professional', await room())).body.key).toBeNull();
    expect(answerOf(await link('staff', id))).toBe('404 not_found');
  });
});
