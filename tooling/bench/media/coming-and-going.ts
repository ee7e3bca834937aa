import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import {
  AudioFrame,
  AudioSource,
  dispose,
  LocalAudioTrack,
  Room,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';

/*
 * `coming-and-going.mjs ENGINE`: an hour of a busy product in fast motion. Groups of people join, one of them speaks,
 * and all leave; the memory of the engine is read after each group has left.
 */

const KEY = 'bench';
const SECRET = 'a secret of the benchmark with over 32 characters';
const GROUPS = 120;
const PEOPLE = 8;
const RATE = 48_000;
const FRAME = RATE / 100;
const FRAMES = 30;

const child = fork(process.argv[2] as string, [KEY, SECRET]);
const [{ url }] = (await once(child, 'message')) as [{ url: string }];
const megabytes: number[] = [];
for (let group = 0; group < GROUPS; group += 1) {
  const rooms = await Promise.all(
    Array.from({ length: PEOPLE }, (_, index) => join(`room ${group}`, `person ${index}`)),
  );
  await speak(rooms[0] as Room);
  await Promise.all(rooms.map((room) => room.disconnect()));
  // Connections are closed a moment after the client has left.
  while ((await gauge('participants')) > 0) await pause(20);
  megabytes.push((await gauge('resident_memory_bytes')) / 2 ** 20);
}
process.send?.({ megabytes, joins: GROUPS * PEOPLE });
await dispose();
child.disconnect();
await once(child, 'exit');
process.exit(0);

async function join(name: string, identity: string): Promise<Room> {
  const token = new AccessToken(KEY, SECRET, { identity });
  token.addGrant({ roomJoin: true, room: name });
  const room = new Room();
  await room.connect(url.replace('http', 'ws'), await token.toJwt(), { autoSubscribe: true, dynacast: false });
  return room;
}

async function speak(room: Room): Promise<void> {
  const source = new AudioSource(RATE, 1);
  const track = LocalAudioTrack.createAudioTrack('voice', source);
  await room.localParticipant?.publishTrack(track, new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE }));
  for (let frame = 0; frame < FRAMES; frame += 1)
    await source.captureFrame(new AudioFrame(new Int16Array(FRAME).fill(1000), RATE, 1, FRAME));
  await track.close();
}

async function gauge(name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^livekit_engine_${name} ([\\d.e+]+)$`, 'm').exec(text)?.[1]);
}
