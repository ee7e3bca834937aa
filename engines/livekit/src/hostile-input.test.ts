import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import { TrackSource, TrackType, type VideoQuality } from '@livekit/protocol';
import { WebSocket } from 'ws';

import { RawClient, type Sent } from './testing/raw-client';
import { API_KEY, closeAll, startTestEngine, type TestEngine, tokenFor } from './testing/start-test-engine';

let test: TestEngine;
let witness: RawClient;
const ended = (socket: Socket) => once(socket, 'close');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

beforeAll(async () => {
  test = await startTestEngine({ limits: { maxIdleSockets: 50, signalBurst: 100, signalPerSecond: 1 } });
});
afterAll(closeAll);
beforeEach(async () => {
  witness = await RawClient.join(test.url, await tokenFor({ identity: 'witness' }));
});
afterEach(async () => {
  // The other participants must not be affected.
  await witness.settle();
  expect(witness.closedWith).toBeUndefined();
  witness.send({ case: 'leave', value: {} });
  await witness.closed();
  expect(test.logged.filter((message) => message === 'A part of the LiveKit engine failed.')).toEqual([]);
});

describe('access tokens', () => {
  it.each([
    ['none', () => ''],
    ['of another secret', () => tokenFor({ secret: 'another secret of at least thirty-two characters' })],
    ['that have expired', () => tokenFor({ ttl: -10 })],
    [
      'without a signature',
      () =>
        `${part({ alg: 'none' })}.${part({ iss: API_KEY, sub: 'hana', exp: 4e9, video: { roomJoin: true, room: 'room' } })}.`,
    ],
    ['without the right to join', () => tokenFor({ grant: { roomJoin: false } })],
    ['for no room', () => tokenFor({ room: '' })],
    ['of nobody', () => tokenFor({ identity: ' ' }).then((token) => token.replace(/^[^.]+/, 'x'))],
    ['that are garbage', () => '%00%ff'],
  ])('%s are rejected before the WebSocket opens', async (_what, token) => {
    await expect(RawClient.open(test.url, await token())).rejects.toThrow('refused with 401');
  });

  it('open only the room that they name', async () => {
    const hana = await RawClient.open(test.url, await tokenFor({ room: 'other' }), '&room=room');
    expect((await hana.next('join')).room?.name).toBe('other');
    await hana.close();
  });
});

describe('signal messages', () => {
  const join = async () => RawClient.join(test.url, await tokenFor({ identity: 'bad' }));

  it.each([
    ['random bytes', Buffer.from([0xff, 0xff, 0xff, 0xff, 0x00, 0x13])],
    ['text that is no JSON', 'hello'],
    ['JSON of another kind', '{"offer":7}'],
  ])('containing %s end the connection', async (_what, message) => {
    const bad = await join();
    bad.socket.send(message);
    expect([1000, 1007]).toContain(await bad.closed());
    expect((await test.rooms.listParticipants('room')).map(({ identity }) => identity)).toEqual(['witness']);
  });

  it('over the size limit end the connection', async () => {
    const bad = await join();
    bad.socket.send(Buffer.alloc(300_000));
    expect(await bad.closed()).toBe(1009);
  });

  it('over the rate limit end the connection', async () => {
    const bad = await join();
    for (let count = 0; count < 200; count += 1) bad.send({ case: 'ping', value: 1n });
    expect([1000, 1008]).toContain(await bad.closed());
    expect((await test.rooms.listParticipants('room')).map(({ identity }) => identity)).toEqual(['witness']);
  });

  it.each<[string, Sent]>([
    ['an offer that is none', { case: 'offer', value: { type: 'offer', sdp: 'v=0\r\nnonsense', id: 1 } }],
    ['a very long offer', { case: 'offer', value: { type: 'offer', sdp: 'a=x\r\n'.repeat(40_000), id: 1 } }],
    ['an answer that is none', { case: 'answer', value: { type: 'answer', sdp: 'nonsense', id: 1 } }],
  ])('with %s end the session', async (_what, message) => {
    const bad = await join();
    await bad.next('offer');
    bad.send(message);
    expect(await bad.next('leave')).toMatchObject({ action: 0 });
    await bad.closed();
  });

  it.each<[string, Sent]>([
    ['an answer to no offer', { case: 'answer', value: { type: 'answer', sdp: 'v=0', id: 99 } }],
    ['a candidate that is no JSON', { case: 'trickle', value: { candidateInit: '{', target: 0 } }],
    ['a candidate of nothing', { case: 'trickle', value: { candidateInit: 'null', target: 1 } }],
    ['a candidate of garbage', { case: 'trickle', value: { candidateInit: '{"candidate":"x y z"}', target: 0 } }],
    ['the mute of a track that is not theirs', { case: 'mute', value: { sid: 'TR_x', muted: true } }],
    ['subscriptions to what does not exist', { case: 'subscription', value: { trackSids: ['TR_x'], subscribe: true } }],
    [
      'settings of what does not exist',
      { case: 'trackSetting', value: { trackSids: ['TR_x'], quality: 9 as VideoQuality } },
    ],
    [
      'permissions for strangers',
      { case: 'subscriptionPermission', value: { trackPermissions: [{ participantSid: 'x' }] } },
    ],
    ['an empty sync', { case: 'syncState', value: {} }],
    ['a simulated failure', { case: 'simulate', value: { scenario: { case: 'nodeFailure', value: true } } }],
  ])('with %s are ignored', async (_what, message) => {
    const bad = await join();
    bad.send(message);
    await bad.settle();
    await bad.close();
  });

  it('cannot mute another participant', async () => {
    const bad = await join();
    witness.send({
      case: 'addTrack',
      value: { cid: 'mic', type: TrackType.AUDIO, source: TrackSource.MICROPHONE, muted: false },
    });
    const sid = (await witness.next('trackPublished')).track?.sid ?? '';
    bad.send({ case: 'mute', value: { sid, muted: true } });
    await bad.settle();
    expect(witness.all('mute')).toEqual([]);
    await bad.close();
  });
});

describe('sockets', () => {
  const open = (): Promise<Socket> => {
    const { hostname, port } = new URL(test.url);
    return new Promise((done, fail) => {
      const socket = connect(Number(port), hostname, () => done(socket));
      socket.once('error', fail);
    });
  };

  it('without requests are closed above the limit of idle sockets', async () => {
    let closed = 0;
    const opened = Array.from({ length: 1000 }, async () => {
      const socket = await open();
      socket.on('error', () => undefined).on('close', () => (closed += 1));
      return socket.resume();
    });
    const sockets = await Promise.all(opened);
    // The engine answers a new client, by which time it has closed all idle sockets but the newest.
    const hana = await RawClient.join(test.url, await tokenFor());
    await hana.close();
    while (closed < 950) await Promise.race(sockets.filter(({ closed: isOver }) => !isOver).map(ended));
    for (const socket of sockets) socket.destroy();
  });

  it('that do not speak HTTP get an error response and are closed', async () => {
    const socket = await open();
    const answered = new Promise<string>((done) => {
      let text = '';
      socket.on('data', (part: Buffer) => (text += part.toString())).on('close', () => done(text));
    });
    socket.write('\u0000\u0001nonsense\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('requesting a WebSocket on another path are rejected', async () => {
    for (const path of ['/', '/rtc/v1', '/rtcx', '/twirp', '/%']) {
      const socket = new WebSocket(`${test.url.replace('http', 'ws')}${path}?access_token=${await tokenFor()}`);
      const status = await new Promise((done) => {
        socket.on('error', () => undefined);
        socket.on('unexpected-response', (_request, response) => {
          response.resume();
          done(response.statusCode);
        });
      });
      expect(status).toBe(404);
    }
  });
});

it('removes participants that never connect media', async () => {
  const { url, rooms } = await startTestEngine({ limits: { mediaConnectMs: 50, departureMs: 50 } });
  const idle = await Promise.all(
    Array.from({ length: 40 }, async (_, index) =>
      RawClient.join(url, await tokenFor({ identity: `idle${index}`, room: `room${index % 4}` })),
    ),
  );
  for (const client of idle) {
    expect(await client.next('leave')).toMatchObject({ reason: 14 });
    await client.closed();
  }
  expect((await rooms.listRooms()).reduce((sum, { numParticipants }) => sum + numParticipants, 0)).toBe(0);
});
