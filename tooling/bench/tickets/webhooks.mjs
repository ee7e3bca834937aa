import { createHmac } from 'node:crypto';

/** Seeded random numbers, so that two runs of the benchmark do the same. */
function randomOf(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns this many deliveries of the events, `share` of them duplicates, in random order. */
export function shuffledWithDuplicates(events, deliveries, seed) {
  const random = randomOf(seed);
  const all = [...events];
  while (all.length < deliveries) all.push(events[Math.floor(random() * events.length)]);
  for (let last = all.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [all[last], all[other]] = [all[other], all[last]];
  }
  return all;
}

/** The signature header that authenticates the provider. */
export function signatureOf(payload, secret) {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}
