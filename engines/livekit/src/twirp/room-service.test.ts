import { DataPacket_Kind, ListRoomsResponse, TrackSource, TrackType } from '@livekit/protocol';
import { AccessToken, RoomServiceClient } from 'livekit-server-sdk';

import { RawClient } from '../testing/raw-client';
import {
  API_KEY,
  API_SECRET,
  closeAll,
  startTestEngine,
  type TestEngine,
  tokenFor,
} from '../testing/start-test-engine';

let test: TestEngine;
beforeAll(async () => {
  test = await startTestEngine();
});
afterAll(closeAll);
afterEach(async () => {
  for (const { name } of await test.rooms.listRooms()) await test.rooms.deleteRoom(name);
});

const join = async (identity = 'hana', room = 'room') => RawClient.join(test.url, await tokenFor({ identity, room }));

/** Token times have a resolution of one second. */
const nextSecond = () =>
  new Promise((done) => {
    setTimeout(done, 1010 - (Date.now() % 1000));
  });

it('creates, lists and deletes rooms', async () => {
  const made = await test.rooms.createRoom({ name: 'a', emptyTimeout: 60, maxParticipants: 3, metadata: 'first' });
  expect(made).toMatchObject({
    name: 'a',
    emptyTimeout: 60,
    maxParticipants: 3,
    metadata: 'first',
    numParticipants: 0,
  });
  await test.rooms.createRoom({ name: 'b' });
  expect((await test.rooms.createRoom({ name: 'a' })).sid).toBe(made.sid);
  expect((await test.rooms.listRooms()).map(({ name }) => name)).toEqual(['a', 'b']);
  expect((await test.rooms.listRooms(['b', 'c'])).map(({ name }) => name)).toEqual(['b']);
  await test.rooms.deleteRoom('a');
  expect((await test.rooms.listRooms()).map(({ name }) => name)).toEqual(['b']);
});

it('disconnects the participants of a deleted room', async () => {
  const hana = await join();
  await test.rooms.deleteRoom('room');
  expect(await hana.next('leave')).toMatchObject({ reason: 5, action: 0 });
  expect(await hana.closed()).toBe(1000);
});

it('lists the participants of a room', async () => {
  await join('hana');
  await join('ken');
  expect((await test.rooms.listParticipants('room')).map(({ identity }) => identity)).toEqual(['hana', 'ken']);
  expect(await test.rooms.getParticipant('room', 'ken')).toMatchObject({ identity: 'ken', name: 'ken' });
  expect(await test.rooms.listParticipants('nowhere')).toEqual([]);
});

it('removes a participant and rejects their tokens from then on', async () => {
  const token = await tokenFor({ identity: 'rika' });
  const hana = await RawClient.join(test.url, token);
  const refreshed = await hana.next('refreshToken');
  await test.rooms.removeParticipant('room', 'rika');
  expect(await hana.next('leave')).toMatchObject({ reason: 4, action: 0 });
  await hana.closed();
  await expect(RawClient.join(test.url, token)).rejects.toThrow('refused with 401');
  await expect(RawClient.join(test.url, refreshed)).rejects.toThrow('refused with 401');
  await expect(RawClient.join(test.url, await tokenFor({ identity: 'ken' }))).resolves.toBeDefined();
});

it('rejects tokens issued until a given time, also when the participant is removed again without one', async () => {
  await join('host');
  const unused = await tokenFor({ identity: 'aoi' });
  const absent = 'The participant is not in the room.';
  const revokeTokenTs = BigInt(Math.floor(Date.now() / 1000) + 1);
  await expect(test.rooms.removeParticipant('room', 'aoi', { revokeTokenTs })).rejects.toThrow(absent);
  await expect(test.rooms.removeParticipant('room', 'aoi')).rejects.toThrow(absent);
  await expect(RawClient.join(test.url, unused)).rejects.toThrow('refused with 401');
});

it('lets a removed participant rejoin with a new token', async () => {
  await join('back');
  // A token issued in the same second would be identical.
  await nextSecond();
  await test.rooms.removeParticipant('room', 'back');
  await expect(join('back')).resolves.toBeDefined();
});

it('changes name, metadata, attributes and permission, and notifies the participant', async () => {
  const hana = await join();
  await test.rooms.updateParticipant('room', 'hana', {
    name: 'はな',
    metadata: 'm',
    attributes: { hand: 'up' },
    permission: { canSubscribe: true, canPublish: true, canPublishSources: [TrackSource.MICROPHONE] },
  });
  const update = await hana.next('update', ({ participants }) => participants[0]?.metadata === 'm');
  expect(update.participants[0]).toMatchObject({
    name: 'はな',
    attributes: { hand: 'up' },
    permission: { canPublish: true, canPublishData: false, canPublishSources: [TrackSource.MICROPHONE] },
  });
  await test.rooms.updateParticipant('room', 'hana', { attributes: { hand: '' } });
  expect((await test.rooms.getParticipant('room', 'hana')).attributes).toEqual({});
});

it('applies a changed permission to a participant who rejoins with an older token', async () => {
  const token = await tokenFor();
  const hana = await RawClient.join(test.url, token);
  await nextSecond();
  await test.rooms.updateParticipant('room', 'hana', { permission: { canSubscribe: true, canPublish: false } });
  await hana.close();
  const again = await RawClient.join(test.url, token);
  expect((await again.next('join')).participant?.permission?.canPublish).toBe(false);
  await again.close();
  const promoted = await RawClient.join(test.url, await tokenFor());
  expect((await promoted.next('join')).participant?.permission?.canPublish).toBe(true);
});

it('mutes a track but does not unmute it', async () => {
  const hana = await join();
  hana.send({ case: 'addTrack', value: { cid: 'mic', type: TrackType.AUDIO, source: TrackSource.MICROPHONE } });
  const trackSid = (await hana.next('trackPublished')).track?.sid ?? '';
  expect((await test.rooms.mutePublishedTrack('room', 'hana', trackSid, true)).muted).toBe(true);
  expect(await hana.next('mute')).toMatchObject({ sid: trackSid, muted: true });
  await expect(test.rooms.mutePublishedTrack('room', 'hana', trackSid, false)).rejects.toMatchObject({ status: 412 });
  await expect(test.rooms.mutePublishedTrack('room', 'hana', 'TR_x', true)).rejects.toMatchObject({ status: 404 });
});

it('changes the metadata of a room and notifies the participants', async () => {
  const hana = await join();
  await test.rooms.updateRoomMetadata('room', 'news');
  expect((await hana.next('roomUpdate')).room?.metadata).toBe('news');
});

it('accepts data and subscriptions for participants in the room', async () => {
  await join();
  const bytes = new TextEncoder().encode('hello');
  await test.rooms.sendData('room', bytes, DataPacket_Kind.RELIABLE, { destinationIdentities: ['hana'], topic: 't' });
  await test.rooms.updateSubscriptions('room', 'hana', ['TR_x'], false);
  await expect(test.rooms.sendData('nowhere', bytes, DataPacket_Kind.RELIABLE, {})).rejects.toMatchObject({
    status: 404,
  });
});

it.each([
  ['getParticipant', () => test.rooms.getParticipant('room', 'nobody')],
  ['removeParticipant', () => test.rooms.removeParticipant('nowhere', 'nobody')],
  ['updateParticipant', () => test.rooms.updateParticipant('room', 'nobody', { metadata: 'm' })],
  ['deleteRoom', () => test.rooms.deleteRoom('nowhere')],
])('%s responds with not_found for missing rooms and participants', async (_name, run) => {
  await expect(run()).rejects.toMatchObject({ status: 404, code: 'not_found' });
});

describe('callers', () => {
  const post = (method: string, token: string | undefined, body: unknown = {}, headers: Record<string, string> = {}) =>
    fetch(`${test.url}/twirp/livekit.RoomService/${method}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const admin = (grant: object) => {
    const token = new AccessToken(API_KEY, API_SECRET);
    token.addGrant(grant);
    return token.toJwt();
  };

  it.each([
    ['without a token', () => Promise.resolve(undefined)],
    ["with a participant's token", () => tokenFor()],
    ['with the right for another room', () => admin({ roomAdmin: true, room: 'other' })],
    ['with another right', () => admin({ roomCreate: true, roomList: true })],
  ])('are rejected %s', async (_what, token) => {
    const response = await post('RemoveParticipant', await token(), { room: 'room', identity: 'hana' });
    expect(response.status).toBe(401);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('with another secret are rejected', async () => {
    const stranger = new RoomServiceClient(test.url, API_KEY, 'another secret of thirty-two characters');
    await expect(stranger.listRooms()).rejects.toMatchObject({ status: 401 });
  });

  it.each([
    ['a body that is no JSON', '{', 400, 'malformed'],
    ['fields of the wrong type', { names: 7 }, 400, 'malformed'],
    ['a body that is too large', `{"names":["${'a'.repeat(300_000)}"]}`, 400, 'malformed'],
  ])('get an error for %s', async (_what, body, status, code) => {
    const response = await post('ListRooms', await admin({ roomList: true }), body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code]);
  });

  it('get an error for unknown methods', async () => {
    for (const method of ['Nothing', 'constructor', '../ListRooms', ''])
      expect((await post(method, await admin({ roomList: true }))).status).toBe(404);
  });

  it('may use protobuf', async () => {
    await test.rooms.createRoom({ name: 'a' });
    const response = await post('ListRooms', await admin({ roomList: true }), '', {
      'content-type': 'application/protobuf',
    });
    expect(response.headers.get('content-type')).toBe('application/protobuf');
    const { rooms } = ListRoomsResponse.fromBinary(new Uint8Array(await response.arrayBuffer()));
    expect(rooms.map(({ name }) => name)).toEqual(['a']);
  });

  it('cannot store metadata over the size limit', async () => {
    await expect(test.rooms.createRoom({ name: 'a', metadata: 'a'.repeat(70_000) })).rejects.toMatchObject({
      status: 400,
    });
  });
});
