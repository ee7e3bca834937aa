import { subMilliseconds } from 'date-fns';

import { runStaffCommand } from '../../../staff';
import type { MediaApp } from '../../../testing/media/media-app';
import { connect } from '../../../testing/media/media-clients';
import { until } from '../../../testing/media/until';
import { testSchool } from '../../../testing/test-people';
import { hears, isGone, type LiveRooms, startLiveRooms } from './testing/live-rooms';

let world: MediaApp;
let rooms: LiveRooms;
let server: LiveRooms['server'];
beforeAll(async () => {
  rooms = await startLiveRooms();
  ({ world, server } = rooms);
});
afterEach(() => rooms.clear());
afterAll(() => world.close());

const room: LiveRooms['room'] = (...given) => rooms.room(...given);
const tokenOf: LiveRooms['tokenOf'] = (...given) => rooms.tokenOf(...given);
const enter: LiveRooms['enter'] = (...given) => rooms.enter(...given);
const publishAs: LiveRooms['publishAs'] = (...given) => rooms.publishAs(...given);
const identities: LiveRooms['identities'] = (...given) => rooms.identities(...given);
const rowOf = (id: string, name: keyof MediaApp['people']) =>
  world.db
    .selectFrom('classroom_users')
    .selectAll()
    .where('classroom_id', '=', id)
    .where('user_id', '=', world.people[name])
    .executeTakeFirstOrThrow();

describe('the media server', () => {
  it('lets a child and a visitor only subscribe', async () => {
    const id = await room();
    for (const caller of ['child', 'anonymous'] as const) {
      await enter(caller, id);
      const { permission } = await server.getParticipant(id, world.people[caller]);
      expect(permission).toMatchObject({ canSubscribe: true, canPublish: false, canPublishData: false });
    }
  });

  it("forwards a speaker's microphone and data from the base connection and the camera from its own", async () => {
    const id = await room();
    const [host, adult] = [await enter('professional', id), await enter('adult', id)];
    await adult.publish('mic');
    await publishAs('adult', id, 'camera');
    const { adult: userId } = world.people;
    expect(await hears(host, `${userId} mic`)).toBe(true);
    expect(await hears(host, `${userId}:camera camera`)).toBe(true);
    await adult.send('こんにちは');
    expect(
      await until(
        () => host.data,
        ({ length }) => length > 0,
      ),
    ).toEqual(['こんにちは']);
  });

  it('drops the data of a listener, such as captions, until the listener may speak', async () => {
    const id = await room({ audience_mode: true });
    const [host, adult] = [await enter('professional', id), await enter('adult', id)];
    const { adult: userId } = world.people;
    await adult.send('聞き手の字幕').catch(() => undefined);
    await world.as('professional').put(`/classrooms/${id}/users/${userId}/roles`, { role: 'speaker' });
    const maySend = async () => (await server.getParticipant(id, userId)).permission?.canPublishData ?? false;
    expect(await until(maySend, Boolean)).toBe(true);
    await adult.send('話す人の字幕');
    expect(
      await until(
        () => host.data,
        ({ length }) => length > 0,
      ),
    ).toEqual(['話す人の字幕']);
  });
});

describe('role changes', () => {
  it('grant and revoke the microphone on the live connection', async () => {
    const id = await room({ audience_mode: true });
    const [host, adult] = [await enter('professional', id), await enter('adult', id)];
    const { adult: userId } = world.people;
    const role = (to: string) => world.as('professional').put(`/classrooms/${id}/users/${userId}/roles`, { role: to });
    const mayPublish = async () => (await server.getParticipant(id, userId)).permission?.canPublish ?? false;

    expect((await role('speaker')).status).toBe(200);
    expect(await until(mayPublish, Boolean)).toBe(true);
    await adult.publish('mic');
    await publishAs('adult', id, 'camera');
    expect(await hears(host, `${userId} mic`)).toBe(true);
    expect(await hears(host, `${userId}:camera camera`)).toBe(true);

    expect((await role('listener')).status).toBe(200);
    expect(
      await until(
        () => [...host.received],
        ({ length }) => length === 0,
      ),
    ).toEqual([]);
    expect(await until(mayPublish, (may) => !may)).toBe(false);
    expect(
      await until(
        () => identities(id),
        (all) => !all.includes(`${userId}:camera`),
      ),
    ).toEqual([userId, world.people.professional].sort());
    expect(adult.isConnected).toBe(true);
  });

  it('revoke publishing when the host closes the stage', async () => {
    const id = await room();
    const [host, adult] = [await enter('professional', id), await enter('adult', id)];
    await adult.publish('mic');
    expect(await hears(host, `${world.people.adult} mic`)).toBe(true);
    await world.as('professional').patch(`/classrooms/${id}`, { audienceMode: true });
    expect(
      await until(
        () => host.received.size,
        (size) => size === 0,
      ),
    ).toBe(0);
  });

  it('revoke the microphone of a pupil whose school forbids speaking', async () => {
    const id = await room();
    const [host, pupil] = [await enter('professional', id), await enter('school', id)];
    const { school: userId } = world.people;
    await pupil.publish('mic');
    await publishAs('school', id, 'camera');
    expect(await hears(host, `${userId} mic`)).toBe(true);
    const { body: school } = await world.as('staff').get(`/staff/schools/${testSchool.id}`);
    const decide = (canSpeak: boolean) =>
      world
        .as('staff')
        .put(`/staff/schools/${testSchool.id}`, {
          name: school.name,
          active: true,
          policy: { ...school.policy, canSpeak },
        });
    expect((await decide(false)).status).toBe(204);
    expect(
      await until(
        () => host.received.size,
        (size) => size === 0,
      ),
    ).toBe(0);
    expect(await rowOf(id, 'school')).toMatchObject({ role: 'listener', is_muted: true, left_at: null });
    expect((await decide(true)).status).toBe(204);
  });

  it('also apply to a connection made with an older token', async () => {
    const id = await room();
    const host = await enter('professional', id);
    const old = await (async () => {
      await enter('adult', id);
      return tokenOf('adult', id);
    })();
    const { adult: userId } = world.people;
    await world.as('professional').put(`/classrooms/${id}/users/${userId}/roles`, { role: 'listener' });
    const again = await connect(old);
    const mayPublish = async () => (await server.getParticipant(id, userId)).permission?.canPublish ?? false;
    expect(await until(mayPublish, (may) => !may)).toBe(false);
    expect(again.isConnected).toBe(true);
    expect(host.received.size).toBe(0);
  });
});

describe('muting by the host', () => {
  it.each([
    [
      'one',
      (id: string) =>
        world.as('professional').patch(`/classrooms/${id}/muting`, { userId: world.people.adult, muted: true }),
    ],
    ['all', (id: string) => world.as('professional').post(`/classrooms/${id}/mute_all`, {})],
  ])('mutes the microphone of %s', async (_who, mute) => {
    const id = await room();
    const [host, adult] = [await enter('professional', id), await enter('adult', id)];
    await adult.publish('mic');
    expect(await hears(host, `${world.people.adult} mic`)).toBe(true);
    await world.as('adult').patch(`/classrooms/${id}/muting`, { muted: false });
    expect((await mute(id)).status).toBe(200);
    expect(await until(() => adult.isMuted, Boolean)).toBe(true);
  });
});

describe('a participant who is no longer in the room', () => {
  const leavings: [string, (id: string) => Promise<unknown>][] = [
    ['was kicked', (id) => world.as('professional').post(`/classrooms/${id}/users/${world.people.adult}/kick`, {})],
    ['left', (id) => world.as('adult').delete(`/classrooms/${id}/leave`)],
    ['was suspended', () => runStaffCommand(['suspend', world.people.adult, '理由'], { env: world.env, who: 'test' })],
    [
      'was asked for documents again',
      () => runStaffCommand(['return', world.people.adult, '理由'], { env: world.env, who: 'test' }),
    ],
  ];
  afterEach(() =>
    world.db
      .updateTable('users')
      .set({ state: 'active', state_before: null })
      .where('id', '=', world.people.adult)
      .execute(),
  );

  it.each(leavings)('who %s is disconnected and cannot reconnect with the existing token', async (_why, leave) => {
    const id = await room();
    await enter('professional', id);
    const adult = await enter('adult', id);
    const camera = await connect(await tokenOf('adult', id, 'camera_token'));
    const token = await tokenOf('adult', id);
    await leave(id);
    await world.runJobs();
    expect([await isGone(adult), await isGone(camera)]).toEqual([true, true]);
    const again = await connect(token).catch(() => null);
    expect(again === null || (await isGone(again))).toBe(true);
    expect(
      await until(
        () => identities(id),
        (all) => !all.includes(world.people.adult),
      ),
    ).not.toContain(world.people.adult);
  });
});

describe('a participant who was kicked', () => {
  const kick = (id: string) => world.as('professional').post(`/classrooms/${id}/users/${world.people.adult}/kick`, {});

  it.each([
    ['kicked', kick],
    ['blocked by the host', () => world.as('professional').post(`/users/${world.people.adult}/block`)],
  ])('and %s is admitted by no older token, used or not', async (_how, kickOut) => {
    const id = await room();
    await enter('professional', id);
    const used = await tokenOf('adult', id).then(() => enter('adult', id));
    const unused = [
      await tokenOf('adult', id),
      await tokenOf('adult', id, 'camera_token'),
      await tokenOf('adult', id, 'video_token'),
    ];
    expect((await kickOut(id)).status).toBeLessThan(300);
    await world.runJobs();
    expect(await isGone(used)).toBe(true);
    for (const token of unused) await expect(connect(token)).rejects.toThrow();
    await world.db.deleteFrom('user_blocks').execute();
  });

  it('while not connected is admitted by no older token either, and by a new one once admitted again', async () => {
    const id = await room();
    await enter('professional', id);
    await world.as('adult').post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'd' });
    const old = await tokenOf('adult', id);
    await kick(id);
    await world.runJobs();
    await expect(connect(old)).rejects.toThrow();
    await world.as('professional').delete(`/classrooms/${id}/users/${world.people.adult}/kick`);
    const again = await until(
      () => enter('adult', id).catch(() => null),
      (client) => client !== null,
    );
    expect(again?.isConnected).toBe(true);
  });

  it('is admitted by no older token after the media server has restarted', async () => {
    const id = await room();
    await enter('professional', id);
    await enter('adult', id);
    const old = await tokenOf('adult', id);
    await kick(id);
    await world.media.stop();
    await world.media.start();
    await world.runJobs();
    await expect(connect(old)).rejects.toThrow();
  });
});

describe('screen sharing', () => {
  it('is limited to one participant at a time, whichever tokens were issued', async () => {
    const id = await room();
    const host = await enter('professional', id);
    await enter('adult', id);
    await enter('student', id);
    const [first, second] = [await tokenOf('adult', id, 'video_token'), await tokenOf('student', id, 'video_token')];
    const showing = await connect(first);
    await showing.publish('screen');
    expect(await hears(host, `${world.people.adult}:video screen`)).toBe(true);
    expect(await until(async () => (await rowOf(id, 'adult')).is_screen_on, Boolean)).toBe(true);
    expect((await world.as('student').get(`/classrooms/${id}/generate_video_token`)).status).toBe(409);
    const late = await connect(second);
    expect(await isGone(late)).toBe(true);
    expect(showing.isConnected).toBe(true);

    await showing.room.disconnect();
    expect(
      await until(
        async () => (await rowOf(id, 'adult')).is_screen_on,
        (isOn) => !isOn,
      ),
    ).toBe(false);
    expect((await world.as('student').get(`/classrooms/${id}/generate_video_token`)).status).toBe(200);
  });
});

describe('presence', () => {
  /** Backdates everyone's last heartbeat past the timeout. */
  const fallSilent = (id: string) =>
    world.db
      .updateTable('classroom_users')
      .set({ last_seen_at: subMilliseconds(world.clock.now(), 90_000) })
      .where('classroom_id', '=', id)
      .execute();

  it('lasts while media is connected and ends without heartbeat and media', async () => {
    const id = await room();
    const adult = await enter('adult', id);
    await world.as('student').post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'silent' });
    await fallSilent(id);
    await world.runJobs();
    expect((await rowOf(id, 'adult')).left_at).toBeNull();
    expect((await rowOf(id, 'student')).left_at).not.toBeNull();
    await adult.room.disconnect();
    await until(
      () => identities(id),
      ({ length }) => length === 0,
    );
    await fallSilent(id);
    await world.runJobs();
    expect((await rowOf(id, 'adult')).left_at).not.toBeNull();
  });
});

describe('an unreachable media server', () => {
  it('blocks no request and receives the changes after it restarts', async () => {
    const id = await room();
    await enter('adult', id);
    await world.media.stop();
    expect((await world.as('professional').post(`/classrooms/${id}/users/${world.people.adult}/kick`, {})).status).toBe(
      204,
    );
    expect(
      (await world.as('student').post(`/classrooms/${id}/join`, { recordingConsent: true, deviceId: 'd' })).status,
    ).toBe(200);
    await expect(world.runJobs()).rejects.toThrow();
    await world.media.start();
    const student = await connect(await tokenOf('student', id));
    // The kicked participant may have reconnected automatically; the comparison must disconnect them.
    const isAlone = (all: string[]) => all.length === 1 && all[0] === world.people.student;
    expect(await until(() => identities(id), isAlone)).toEqual([world.people.student]);
    expect(student.isConnected).toBe(true);
  });
});

describe('webhooks', () => {
  const send = (body: string, authorization?: string) =>
    world.app.inject({
      method: 'POST',
      url: '/v1/webhooks/media',
      headers: { 'content-type': 'application/webhook+json', ...(authorization && { authorization }) },
      payload: body,
    });

  it('are accepted only with a valid signature of the body', async () => {
    const id = await room();
    await enter('adult', id);
    const [webhook] = await until(
      () => world.webhooks.slice(-1),
      ({ length }) => length > 0,
    );
    if (!webhook) throw new Error('no webhook has arrived');
    const { body, authorization } = webhook;
    expect((await send(body, authorization)).statusCode).toBe(200);
    for (const [text, signature] of [
      [body, undefined],
      [body, 'Bearer nonsense'],
      [`${body} `, authorization],
      [body, await tokenOf('adult', id).then(({ token }) => token)],
    ] as const)
      expect((await send(text, signature)).statusCode).toBe(400);
  });
});
