import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { dispose, Room } from '@livekit/rtc-node';
import { AccessToken } from 'livekit-server-sdk';

/*
 * `joins.mjs ENGINE`: LiveKit's native client joins the whole engine. The time in the engine, from the WebSocket to
 * connected media, is read from its metrics; the client's own time includes the load of all clients in this process.
 */

const KEY = 'bench';
const SECRET = 'a secret of the benchmark with over 32 characters';
const SINGLE_JOINS = 10;
const AT_ONCE = 10;
const BURSTS = 3;
const STREAM = 50;
const STREAM_MS = 5000;

interface Joins {
  readonly server: number[];
  readonly client: number[];
}

const child = fork(process.argv[2] as string, [KEY, SECRET]);
const [{ url }] = (await once(child, 'message')) as [{ url: string }];
let joined = 0;

await joinAll(1, 0);
const single = merge(await repeat(SINGLE_JOINS, () => joinAll(1, 0)));
const burst = merge(await repeat(BURSTS, () => joinAll(AT_ONCE, 0)));
const stream = await joinAll(STREAM, STREAM_MS / STREAM);
process.send?.({ single, burst, stream });
await dispose();
child.disconnect();
await once(child, 'exit');
process.exit(0);

/** Lets clients join a room of their own, `gapMs` apart, and leave when all have joined. */
async function joinAll(count: number, gapMs: number): Promise<Joins> {
  const before = await joinTimes();
  const rooms: Room[] = [];
  const client = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      joined += 1;
      const token = new AccessToken(KEY, SECRET, { identity: `person ${joined}` });
      token.addGrant({ roomJoin: true, room: `room ${count}` });
      const jwt = await token.toJwt();
      await pause(index * gapMs);
      const room = new Room();
      rooms.push(room);
      const began = performance.now();
      await room.connect(url.replace('http', 'ws'), jwt, { autoSubscribe: true, dynacast: false });
      return performance.now() - began;
    }),
  );
  const after = await joinTimes();
  await Promise.all(rooms.map((room) => room.disconnect()));
  return { server: timesBetween(before, after), client };
}

interface Bucket {
  readonly upToMs: number;
  readonly count: number;
}

async function joinTimes(): Promise<Bucket[]> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return [...text.matchAll(/^livekit_engine_join_seconds_bucket\{le="([\d.]+)"\} (\d+)$/gm)].map(([, upTo, count]) => ({
    upToMs: Number(upTo) * 1000,
    count: Number(count),
  }));
}

/** Spreads the joins counted in each bucket of the histogram evenly over the bucket. */
function timesBetween(before: readonly Bucket[], after: readonly Bucket[]): number[] {
  const cumulative = after.map(({ count }, index) => count - (before[index]?.count ?? 0));
  return after.flatMap(({ upToMs }, index) => {
    const from = after[index - 1]?.upToMs ?? 0;
    const inBucket = (cumulative[index] as number) - (cumulative[index - 1] ?? 0);
    return Array.from({ length: inBucket }, (_, at) => from + ((upToMs - from) * (at + 0.5)) / inBucket);
  });
}

async function repeat<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  const all: T[] = [];
  for (let time = 0; time < times; time += 1) all.push(await run());
  return all;
}

function merge(all: readonly Joins[]): Joins {
  return { server: all.flatMap(({ server }) => server), client: all.flatMap(({ client }) => client) };
}
