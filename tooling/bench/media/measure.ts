import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { NativePublisher, NativeSubscriber } from '../../../engines/livekit/src/testing/native-client';
import { createBarePipe } from './bare-pipe';
import { createEngineForwarder } from './engine-forwarder';

/*
 * One publisher (50 voice packets and 100 picture packets of 1,200 bytes a second) and N listeners by the native
 * library in this process; what forwards between them runs in a child process, whose CPU time is measured.
 */

const [role = 'load', kind = 'engine', port = '0'] = process.argv.slice(2);
const LISTENERS = [20, 50];
const ROUNDS = 5;
const MEASURED_MS = 5000;
const UDP_PORT = 28_600;

export interface Measured {
  readonly microseconds: number;
  readonly coreShare: number;
  readonly megabytes: number;
  readonly slowestJoinMs: number;
}

if (role === 'forward') await forwardUntilTold();
else {
  const results: { listeners: number; bare: Measured[]; engine: Measured[] }[] = [];
  for (const listeners of LISTENERS) {
    const result = { listeners, bare: [] as Measured[], engine: [] as Measured[] };
    for (let round = 0; round < ROUNDS; round += 1)
      for (const variant of ['bare', 'engine'] as const) result[variant].push(await measure(variant, listeners));
    results.push(result);
  }
  process.send?.(results);
}
process.exit(0);

interface Request {
  readonly id: number;
  readonly call: 'publish' | 'offer' | 'answer' | 'usage';
  readonly listener: number;
  readonly sdp: string;
}

async function forwardUntilTold(): Promise<void> {
  const forwarder = await (kind === 'bare' ? createBarePipe : createEngineForwarder)(Number(port));
  const answer = async ({ call, listener, sdp }: Request) => {
    if (call === 'publish') return forwarder.publish(sdp);
    if (call === 'offer') return forwarder.offer(listener);
    if (call === 'answer') return forwarder.answer(listener, sdp);
    return { cpu: process.cpuUsage(), rss: process.memoryUsage.rss(), packetsOut: forwarder.packetsOut() };
  };
  process.on('message', (message: Request) => {
    void answer(message).then((given) => process.send?.({ id: message.id, answer: given }));
  });
  process.send?.({ id: 0 });
  await once(process, 'disconnect');
  forwarder.close();
}

async function measure(variant: 'bare' | 'engine', listeners: number): Promise<Measured> {
  const child = fork(process.argv[1] as string, ['forward', variant, String(UDP_PORT)]);
  await once(child, 'message');
  const call = caller(child);
  const publisher = new NativePublisher();
  publisher.connection.setLocalDescription('offer');
  const offer = publisher.connection.localDescription()?.sdp ?? '';
  publisher.connection.setRemoteDescription((await call('publish', { sdp: offer })) as string, 'answer');
  while (!publisher.video.isOpen()) await pause(10);
  const subscribers: NativeSubscriber[] = [];
  let slowestJoinMs = 0;
  for (let listener = 0; listener < listeners; listener += 1) {
    const began = performance.now();
    const subscriber = new NativeSubscriber({ keep: false });
    subscribers.push(subscriber);
    const sdp = subscriber.answer((await call('offer', { listener })) as string);
    await call('answer', { listener, sdp });
    slowestJoinMs = Math.max(slowestJoinMs, performance.now() - began);
  }
  let tick = 0;
  publisher.sendVideo(0, true, 1180);
  const timer = setInterval(() => {
    tick += 1;
    publisher.sendVideo(tick, tick % 300 === 0, 1180);
    if (tick % 2 === 0) publisher.sendAudio(tick / 2);
  }, 10);
  await pause(1500);
  const before = (await call('usage', {})) as Usage;
  await pause(MEASURED_MS);
  const after = (await call('usage', {})) as Usage;
  clearInterval(timer);
  const cpu = after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system;
  publisher.close();
  for (const subscriber of subscribers) subscriber.close();
  child.disconnect();
  await once(child, 'exit');
  return {
    microseconds: cpu / (after.packetsOut - before.packetsOut),
    coreShare: cpu / (MEASURED_MS * 1000),
    megabytes: after.rss / 2 ** 20,
    slowestJoinMs,
  };
}

interface Usage {
  readonly cpu: NodeJS.CpuUsage;
  readonly rss: number;
  readonly packetsOut: number;
}

function caller(child: ChildProcess) {
  let next = 0;
  const waiting = new Map<number, (answer: unknown) => void>();
  child.on('message', ({ id, answer }: { id: number; answer: unknown }) => {
    waiting.get(id)?.(answer);
    waiting.delete(id);
  });
  return (call: string, parameters: object) =>
    new Promise<unknown>((done) => {
      next += 1;
      waiting.set(next, done);
      child.send({ id: next, call, ...parameters });
    });
}
