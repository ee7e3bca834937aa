import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { NativePublisher, NativeSubscriber } from '../../../engines/livekit/src/testing/native-client';
import type { ForwarderRequest, Usage } from './forwarder';

/*
 * `forwarding.mjs FORWARDER`: one publisher (50 audio packets and 100 video packets of 1,200 bytes a second) and N
 * listeners by the native library in this process. The engine and the bare pipe each run in a process of their own for
 * the whole measurement; only one of them gets packets at a time, in turns.
 */

const VARIANTS = ['bare', 'engine'] as const;
const LISTENERS = [20, 50];
const ROUNDS = 5;
const WARM_UP_MS = 600;
/** Until V8 has compiled what runs once for each packet of the publisher: in a product, that takes a minute of a class. */
const COMPILE_MS = 8000;
const COMPILE_PACKETS = 5;
const MEASURED_MS = 3000;
const UDP_PORT = 28_600;
/** Native clients repeat a lost handshake only after a second, so they join in groups. */
const JOINS_AT_ONCE = 10;

interface Measurement {
  readonly microseconds: number;
  readonly packetsPerSecond: number;
  readonly coreShare: number;
  readonly megabytes: number;
}

const script = process.argv[2] as string;
const [bare, engine] = (await Promise.all(VARIANTS.map(start))) as [World, World];
const results = [];
for (const listeners of LISTENERS) {
  for (const world of [bare, engine]) await join(world, listeners);
  for (const world of [bare, engine]) await compile(world);
  const rounds = { bare: [] as Measurement[], engine: [] as Measurement[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.bare.push(await measure(bare));
    rounds.engine.push(await measure(engine));
  }
  results.push({ listeners, ...rounds });
}
process.send?.(results);
for (const { child } of [bare, engine]) {
  child.disconnect();
  await once(child, 'exit');
}
process.exit(0);

interface World {
  readonly child: ChildProcess;
  readonly call: Call;
  readonly publisher: NativePublisher;
  readonly listeners: NativeSubscriber[];
  /** The number of the last video packet sent. */
  sent: number;
}

async function start(variant: (typeof VARIANTS)[number], index: number): Promise<World> {
  const child = fork(script, [variant, String(UDP_PORT + index)]);
  await once(child, 'message');
  const call = caller(child);
  const publisher = new NativePublisher();
  publisher.connection.setLocalDescription('offer');
  const offer = publisher.connection.localDescription()?.sdp ?? '';
  publisher.connection.setRemoteDescription((await call({ call: 'publish', sdp: offer })) as string, 'answer');
  while (!publisher.video.isOpen()) await pause(10);
  return { child, call, publisher, listeners: [], sent: 0 };
}

async function join({ call, listeners }: World, count: number): Promise<void> {
  while (listeners.length < count) {
    const group = Array.from({ length: Math.min(JOINS_AT_ONCE, count - listeners.length) }, async () => {
      const subscriber = new NativeSubscriber({ keep: false });
      const listener = listeners.push(subscriber) - 1;
      const sdp = subscriber.answer((await call({ call: 'offer', listener })) as string);
      await call({ call: 'answer', listener, sdp });
    });
    await Promise.all(group);
  }
}

function send(world: World): void {
  world.publisher.sendVideo(world.sent, world.sent % 300 === 0, 1180);
  if (world.sent % 2 === 0) world.publisher.sendAudio(world.sent / 2);
  world.sent += 1;
}

/** Runs the code so often that it is compiled before it is measured. */
async function compile(world: World): Promise<void> {
  const timer = setInterval(() => {
    for (let packet = 0; packet < COMPILE_PACKETS; packet += 1) send(world);
  }, 10);
  await pause(COMPILE_MS);
  clearInterval(timer);
}

async function measure(world: World): Promise<Measurement> {
  const { call } = world;
  const timer = setInterval(() => send(world), 10);
  await pause(WARM_UP_MS);
  const began = performance.now();
  const before = (await call({ call: 'usage' })) as Usage;
  await pause(MEASURED_MS);
  const after = (await call({ call: 'usage' })) as Usage;
  const ms = performance.now() - began;
  clearInterval(timer);
  const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  const packets = after.packetsOut - before.packetsOut;
  return {
    microseconds: cpu / packets,
    packetsPerSecond: (packets / ms) * 1000,
    coreShare: cpu / (ms * 1000),
    megabytes: after.rss / 2 ** 20,
  };
}

type Unnumbered<Request> = Request extends unknown ? Omit<Request, 'id'> : never;
type Call = (request: Unnumbered<ForwarderRequest>) => Promise<unknown>;

function caller(child: ChildProcess): Call {
  let next = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return (request) =>
    new Promise((done) => {
      next += 1;
      waiting.set(next, done);
      child.send({ id: next, ...request });
    });
}
