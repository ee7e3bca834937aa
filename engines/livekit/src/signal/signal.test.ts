import { TrackSource, TrackType } from '@livekit/protocol';

import { RawClient } from '../testing/raw-client';
import { closeAll, startTestEngine, type TestEngine, tokenFor } from '../testing/start-test-engine';

let test: TestEngine;
beforeAll(async () => {
  test = await startTestEngine({ limits: { maxTracksPerParticipant: 2, maxParticipantsPerRoom: 3 } });
});
afterAll(closeAll);
afterEach(async () => {
  for (const { name } of await test.rooms.listRooms()) await test.rooms.deleteRoom(name);
});

const join = async (identity = 'hana', grant = {}) => RawClient.join(test.url, await tokenFor({ identity, grant }));
const microphone = { cid: 'mic', type: TrackType.AUDIO, source: TrackSource.MICROPHONE };
const camera = { cid: 'cam', type: TrackType.VIDEO, source: TrackSource.CAMERA, width: 1280, height: 720 };

it('responds to a join with the initial state, then offers the subscriber connection', async () => {
  const hana = await RawClient.open(test.url, await tokenFor({ metadata: 'm' }));
  const answer = await hana.next('join');
  expect(hana.received[0]?.case).toBe('join');
  expect(answer).toMatchObject({
    room: { name: 'room' },
    participant: { identity: 'hana', name: 'hana', metadata: 'm', permission: { canPublish: true } },
    otherParticipants: [],
    subscriberPrimary: true,
    pingInterval: 5,
    pingTimeout: 15,
    enabledPublishCodecs: [{ mime: 'video/VP8' }, { mime: 'audio/opus' }],
  });
  expect(answer.serverInfo?.version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(await hana.next('offer')).toMatchObject({ type: 'offer', id: 1 });
});

it('responds to both kinds of ping', async () => {
  const hana = await join();
  hana.send({ case: 'ping', value: 5n });
  hana.send({ case: 'pingReq', value: { timestamp: 7n } });
  expect((await hana.next('pongResp')).lastPingTimestamp).toBe(7n);
  expect(hana.all('pong')).toHaveLength(1);
});

it('sends a token with which the client can reconnect after the first one has expired', async () => {
  const hana = await join('short', { canPublishData: false });
  const again = await RawClient.join(test.url, await hana.next('refreshToken'));
  expect((await again.next('join')).participant).toMatchObject({
    identity: 'short',
    permission: { canPublishData: false },
  });
});

describe('publishing a track', () => {
  it('is acknowledged with a sid', async () => {
    const hana = await join();
    hana.send({ case: 'addTrack', value: { ...camera, layers: [{ quality: 0 }, { quality: 1 }, { quality: 2 }] } });
    expect(await hana.next('trackPublished')).toMatchObject({
      cid: 'cam',
      track: { sid: expect.stringMatching(/^TR_/) as string, mimeType: 'video/VP8', simulcast: true, width: 1280 },
    });
  });

  it('twice returns the same sid', async () => {
    const hana = await join();
    hana.send({ case: 'addTrack', value: microphone });
    hana.send({ case: 'addTrack', value: microphone });
    await hana.settle();
    const [first, second] = hana.all('trackPublished');
    expect(second?.track?.sid).toBe(first?.track?.sid);
  });

  it.each([
    ['anything without the right', { canPublish: false }, microphone, 2],
    ['a source that is not granted', { canPublishSources: [TrackSource.MICROPHONE] }, camera, 2],
    [
      'a source of no name where sources are granted',
      { canPublishSources: [TrackSource.MICROPHONE] },
      { ...microphone, source: TrackSource.UNKNOWN },
      2,
    ],
    ['data as a track', {}, { cid: 'x', type: TrackType.DATA }, 5],
  ])('is rejected for %s', async (_what, grant, value, reason) => {
    const hana = await join('hana', grant);
    hana.send({ case: 'addTrack', value });
    expect(await hana.next('requestResponse')).toMatchObject({
      reason,
      request: { case: 'addTrack', value: { cid: value.cid } },
    });
    expect(hana.all('trackPublished')).toEqual([]);
  });

  it('is rejected above the track limit', async () => {
    const hana = await join();
    for (const cid of ['a', 'b', 'c']) hana.send({ case: 'addTrack', value: { ...microphone, cid } });
    expect(await hana.next('requestResponse')).toMatchObject({ reason: 3 });
    expect(hana.all('trackPublished')).toHaveLength(2);
  });

  it('is revoked for waiting tracks when the permission is taken away', async () => {
    const hana = await join();
    hana.send({ case: 'addTrack', value: microphone });
    const sid = (await hana.next('trackPublished')).track?.sid ?? '';
    await test.rooms.updateParticipant('room', 'hana', { permission: { canSubscribe: true, canPublish: false } });
    expect(await hana.next('trackUnpublished')).toMatchObject({ trackSid: sid });
    hana.send({ case: 'addTrack', value: microphone });
    expect(await hana.next('requestResponse')).toMatchObject({ reason: 2 });
  });
});

describe("updating one's own metadata", () => {
  it('is rejected without the grant', async () => {
    const hana = await join();
    hana.send({ case: 'updateMetadata', value: { metadata: 'host', requestId: 3 } });
    expect(await hana.next('requestResponse')).toMatchObject({ requestId: 3, reason: 2 });
    expect((await test.rooms.getParticipant('room', 'hana')).metadata).toBe('');
  });

  it('works with the grant, up to the size limit', async () => {
    const hana = await join('hana', { canUpdateOwnMetadata: true });
    hana.send({ case: 'updateMetadata', value: { attributes: { hand: 'up' }, requestId: 1 } });
    hana.send({ case: 'updateMetadata', value: { metadata: 'a'.repeat(70_000), requestId: 2 } });
    expect(await hana.next('requestResponse', ({ requestId }) => requestId === 1)).toMatchObject({ reason: 0 });
    expect(await hana.next('requestResponse', ({ requestId }) => requestId === 2)).toMatchObject({ reason: 3 });
    expect((await test.rooms.getParticipant('room', 'hana')).attributes).toEqual({ hand: 'up' });
  });
});

describe('joining and leaving', () => {
  it('disconnects an earlier connection of the same identity', async () => {
    const first = await join();
    await join();
    expect(await first.next('leave')).toMatchObject({ reason: 2, action: 0 });
    await first.closed();
    expect(await test.rooms.listParticipants('room')).toHaveLength(1);
  });

  it('removes a leaving participant at once', async () => {
    const hana = await join();
    hana.send({ case: 'leave', value: { reason: 1 } });
    await hana.closed();
    expect(await test.rooms.listParticipants('room')).toEqual([]);
  });

  it("rejects participants above the room's limit, but not one who is already in it", async () => {
    for (const identity of ['a', 'b', 'c']) await join(identity);
    await expect(join('d')).rejects.toThrow('refused with 429');
    await expect(join('a')).resolves.toBeDefined();
  });

  it('asks a client with an unknown session to reconnect fully', async () => {
    const hana = await RawClient.open(test.url, await tokenFor(), '&reconnect=1&sid=PA_unknown&reconnect_reason=1');
    expect(await hana.next('leave')).toMatchObject({ action: 2, reason: 6 });
    await hana.closed();
  });

  it('hides participants with the hidden grant', async () => {
    await join('ghost', { hidden: true });
    const hana = await join();
    expect((await hana.next('join')).otherParticipants).toEqual([]);
    expect((await test.rooms.listRooms())[0]?.numParticipants).toBe(1);
  });
});

describe('HTTP requests', () => {
  const get = async (path: string) => {
    const response = await fetch(`${test.url}${path}`);
    return {
      status: response.status,
      text: await response.text(),
      cors: response.headers.get('access-control-allow-origin'),
    };
  };

  it('get a 404 for the newer protocol, so that clients fall back to this one', async () => {
    const { status, text, cors } = await get(`/rtc/v1/validate?access_token=${await tokenFor()}`);
    expect([status, cors]).toEqual([404, '*']);
    expect(text).not.toContain('requested room does not exist');
  });

  it('report to a page why its connection was rejected', async () => {
    expect(await get(`/rtc/validate?access_token=${await tokenFor()}`)).toMatchObject({ status: 200, cors: '*' });
    expect(await get(`/rtc/validate?access_token=nonsense`)).toMatchObject({ status: 401, cors: '*' });
  });

  it('return metrics', async () => {
    await join();
    const { text } = await get('/metrics');
    expect(text).toContain('livekit_engine_participants 1\n');
    expect(text).toMatch(/livekit_engine_requests_total\{kind="ping_?[a-zA-Z]*"\} \d/);
    expect(text).toMatch(/^livekit_engine_media_packets_out_total \d/m);
  });
});
