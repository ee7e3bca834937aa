import { AudioStream, type RemoteTrack, Room, RoomEvent } from '@livekit/rtc-node';
import type { VideoGrant } from 'livekit-server-sdk';

import { LOUD, RATE, speak } from './testing/native-media';
import { closeAll, startTestEngine, type TestEngine, tokenFor } from './testing/start-test-engine';
import { until } from './testing/until';

// An independent client: LiveKit's native SDK, which shares no code with the browser SDK.

let test: TestEngine;
let rooms: Room[] = [];
beforeAll(async () => {
  test = await startTestEngine();
});
afterEach(async () => {
  await Promise.all(rooms.map((room) => room.disconnect()));
  rooms = [];
});
afterAll(async () => {
  // Not disposed of: the SDK cannot start again, and the next file of this process may use it.
  await closeAll();
});

async function join(identity: string, room: string, grant: VideoGrant = {}): Promise<Room> {
  const joined = new Room();
  rooms.push(joined);
  await joined.connect(test.url.replace('http', 'ws'), await tokenFor({ identity, room, grant }), {
    autoSubscribe: true,
    dynacast: false,
  });
  return joined;
}

/** Resolves with the arguments of the next matching event. */
function next(room: Room, event: RoomEvent, fits: (...args: never[]) => boolean = () => true): Promise<unknown[]> {
  return new Promise((done) => {
    const listener = (...args: unknown[]) => {
      if (!fits(...(args as never[]))) return;
      room.off(event, listener as never);
      done(args);
    };
    room.on(event, listener as never);
  });
}

/** Waits until a track is loud: the SDK also emits silent frames when it receives no media. */
async function hear(track: RemoteTrack): Promise<number> {
  const reader = new AudioStream(track, RATE, 1).getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error('The track ended.');
    const peak = Math.max(...value.data);
    if (peak > LOUD / 2) {
      await reader.cancel();
      return peak;
    }
  }
}

it('receives audio of a participant who published before it joined', async () => {
  const hana = await join('hana', 'sound');
  const speaking = await speak(hana);
  const ken = new Room();
  const subscribed = next(ken, RoomEvent.TrackSubscribed);
  rooms.push(ken);
  await ken.connect(test.url.replace('http', 'ws'), await tokenFor({ identity: 'ken', room: 'sound' }), {
    autoSubscribe: true,
    dynacast: false,
  });
  const [track] = await subscribed;
  expect(await hear(track as RemoteTrack)).toBeGreaterThan(LOUD / 2);
  await speaking.stop();
});

it('sends data to all participants or to those named', async () => {
  const [hana, ken, aoi] = await Promise.all(['hana', 'ken', 'aoi'].map((identity) => join(identity, 'data')));
  if (!hana || !ken || !aoi) throw new Error('Not everyone has joined.');
  const heard: string[] = [];
  for (const [name, room] of [
    ['ken', ken],
    ['aoi', aoi],
  ] as const)
    room.on(RoomEvent.DataReceived, (bytes: Uint8Array, sender?: { identity: string }) =>
      heard.push(`${name} from ${sender?.identity}: ${new TextDecoder().decode(bytes)}`),
    );
  const toAoi = next(aoi, RoomEvent.DataReceived, (bytes: Uint8Array) => bytes[0] === 'e'.charCodeAt(0));
  const encode = (text: string) => new TextEncoder().encode(text);
  await hana.localParticipant?.publishData(encode('ken alone'), { reliable: true, destination_identities: ['ken'] });
  const toKen = next(ken, RoomEvent.DataReceived, (bytes: Uint8Array) => bytes[0] === 'e'.charCodeAt(0));
  await hana.localParticipant?.publishData(encode('everyone'), { reliable: true });
  await Promise.all([toAoi, toKen]);
  expect(heard.sort()).toEqual(['aoi from hana: everyone', 'ken from hana: everyone', 'ken from hana: ken alone']);
});

it('reaches nobody with data when its token does not grant it, or no longer does', async () => {
  const room = 'captions';
  const [ken, child, speaker] = await Promise.all([
    join('ken', room),
    join('child', room, { canPublish: false, canPublishData: false }),
    join('speaker', room),
  ]);
  const heard: string[] = [];
  ken.on(RoomEvent.DataReceived, (bytes: Uint8Array) => heard.push(new TextDecoder().decode(bytes)));
  const refused = async () => {
    const text = await (await fetch(`${test.url}/metrics`)).text();
    return Number(/^livekit_engine_data_refused_total\{kind="not_allowed"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const say = (of: Room, text: string) =>
    of.localParticipant?.publishData(new TextEncoder().encode(text), { reliable: true, topic: 'caption' });
  const before = await refused();
  await say(child, 'of a child');
  expect(await until(refused, (count) => count === before + 1)).toBe(before + 1);
  await test.rooms.updateParticipant(room, 'speaker', { permission: { canSubscribe: true, canPublishData: false } });
  await say(speaker, 'of a listener');
  expect(await until(refused, (count) => count === before + 2)).toBe(before + 2);
  const allowed = next(ken, RoomEvent.DataReceived);
  await test.rooms.updateParticipant(room, 'speaker', { permission: { canSubscribe: true, canPublishData: true } });
  await say(speaker, 'of a speaker');
  await allowed;
  expect(heard).toEqual(['of a speaker']);
});

it('is muted, loses the permission to publish and is removed by the server', async () => {
  const [hana, ken] = await Promise.all([join('hana', 'host'), join('ken', 'host')]);
  const published = next(ken, RoomEvent.TrackSubscribed);
  const speaking = await speak(hana);
  await published;
  const muted = next(ken, RoomEvent.TrackMuted);
  await test.rooms.mutePublishedTrack('host', 'hana', speaking.sid, true);
  await muted;
  const unpublished = next(ken, RoomEvent.TrackUnpublished);
  await test.rooms.updateParticipant('host', 'hana', { permission: { canSubscribe: true, canPublish: false } });
  await unpublished;
  const disconnected = next(hana, RoomEvent.Disconnected);
  const left = next(ken, RoomEvent.ParticipantDisconnected);
  await test.rooms.removeParticipant('host', 'hana');
  await Promise.all([disconnected, left]);
  await speaking.stop();
});
