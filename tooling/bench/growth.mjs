import { answerOf, signUp } from './support/calls.mjs';
import { load, percentile, printVerdicts } from './support/figures.mjs';
import { withHarness } from './support/harness.mjs';

/** Rows of each noun. */
const FULL = { sizes: [10_000, 100_000, 1_000_000], calls: 200 };
const SHORT = { sizes: [10_000, 30_000], calls: 60 };
const WARM_UP_CALLS = 20;
/** Largest growth of the 95th percentile from the smallest to the largest size. */
const MAX_GROWTH = 1.3;
/** Differences below this are noise of the machine, in milliseconds. */
const NOISE_MS = 2;
/** One in so many classes and events is upcoming. */
const ONE_IN = 20;
/** So many of them the person has reserved before. */
const RESERVED = 50;

/** Calls of a signed-in person, by name: the nth of each. */
const calls = {
  'list of classes': () => ['GET', '/classrooms'],
  'list of ended classes': () => ['GET', '/classrooms?state=ended'],
  'a class': (n) => ['GET', `/classrooms/cls_g${n}`],
  'comments of a class': () => ['GET', '/classrooms/cls_g1/comments'],
  'own classes': () => ['GET', '/me/classrooms'],
  'list of events': () => ['GET', '/events'],
  'an event': (n) => ['GET', `/events/evt_g${n}`],
  'own tickets': () => ['GET', '/me/aud/events'],
  'list of archives': () => ['GET', '/archives'],
  'an archive': (n) => ['GET', `/archives/arc_g${n}`],
  notifications: () => ['GET', '/me/notifications'],
  'followed people': () => ['GET', '/me/following'],
  'a profile': (n) => ['GET', `/users/usr_g${n}`],
  professionals: () => ['GET', '/professionals'],
  'reserve a class': (n) => ['POST', `/classrooms/cls_g${ONE_IN * (RESERVED + n)}/reservations`],
  'cancel a reservation': (n) => ['DELETE', `/classrooms/cls_g${ONE_IN * (RESERVED + n)}/reservations`],
  'follow a person': (n) => ['POST', `/users/usr_g${n}/follow`],
  // Else the list of followed people would be longer at the next size.
  'unfollow a person': (n) => ['DELETE', `/users/usr_g${n}/unfollow`],
  'read a notification': (n) => ['PUT', `/me/notifications/ntf_own${n}/read`],
  'watch an archive': (n) => [
    'POST',
    `/archives/arc_g${n}/watch`,
    { sessionId: `watch_${n}`, positionSeconds: 5, watchedSeconds: 5 },
  ],
};

/**
 * Times main calls, one after the other, while the database grows.
 * @param {{ isShort: boolean }} options
 */
export function bench({ isShort }) {
  const { sizes, calls: count } = isShort ? SHORT : FULL;
  return withHarness(async ({ dataDir, postgres, serve }) => {
    const { child, port } = await serve('growth/servers', [postgres.url, dataDir]);
    const cookie = await signUp(port);
    const ask = (method, path, body) =>
      fetch(`http://localhost:${port}/v1${path}`, {
        method,
        headers: {
          cookie,
          origin: `http://localhost:${port}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
    const order = (message) => {
      child.send(message);
      return answerOf(child);
    };
    const me = /** @type {{ id: string }} */ (await (await ask('GET', '/me')).json());
    /** @type {Map<string, number[][]>} milliseconds by call and size */
    const times = new Map(Object.keys(calls).map((name) => [name, []]));
    for (const [stage, rows] of sizes.entries()) {
      const began = performance.now();
      await order({ rows });
      if (stage === 0) await order({ viewerId: me.id });
      console.log(`${rows} rows of each noun in ${((performance.now() - began) / 1000).toFixed(0)} s, ${load()}`);
      for (const [name, call] of Object.entries(calls)) times.get(name)?.push(await timed(call, ask, { stage, count }));
    }
    return report(times, sizes);
  });
}

/** Returns the milliseconds of calls that differ from those of the stages before. */
async function timed(call, ask, { stage, count }) {
  const times = [];
  for (let index = 1 - WARM_UP_CALLS; index <= count; index += 1) {
    const [method, path, body] = call(stage * (count + WARM_UP_CALLS) + WARM_UP_CALLS + index);
    const began = performance.now();
    const answer = await ask(method, path, body);
    await answer.arrayBuffer();
    if (index > 0) times.push(performance.now() - began);
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
  }
  return times;
}

function report(times, sizes) {
  console.log(`\nmilliseconds p50/p95 at ${sizes.join(', ')} rows of each noun`);
  for (const [name, ofSizes] of times) {
    const figures = ofSizes.map((all) => `${percentile(all, 0.5).toFixed(1)}/${percentile(all, 0.95).toFixed(1)}`);
    console.log(`  ${name.padEnd(24)} ${figures.map((figure) => figure.padStart(12)).join('')}`);
  }
  return printVerdicts(
    [...times].map(([name, ofSizes]) => {
      const [first, last] = [ofSizes[0], ofSizes.at(-1)].map((all) => percentile(all, 0.95));
      return [
        `${name}: p95 ${(last / first).toFixed(2)} of that at ${sizes[0]} rows; at most ${MAX_GROWTH} or ${NOISE_MS} ms more`,
        last <= Math.max(first * MAX_GROWTH, first + NOISE_MS),
      ];
    }),
  );
}
