import { reconnectDelays } from './reconnect-delays';

/** Returns all delays in milliseconds, if chance always decides the same. */
function delays(chance: number): number[] {
  const policy = reconnectDelays(() => chance);
  const all: number[] = [];
  for (;;) {
    const elapsedMs = all.reduce((sum, delay) => sum + delay, 0);
    const next = policy.nextRetryDelayInMs({ retryCount: all.length, elapsedMs });
    if (next === null) return all;
    all.push(next);
  }
}

it.each([
  ['the shortest', 0],
  ['the average', 0.5],
  ['the longest', 1],
])('keeps %s delays so short that a restarted engine is found within 2.5 s', (_which, chance) => {
  expect(Math.max(...delays(chance))).toBeLessThanOrEqual(2250);
});

it('gives a connection up after half a minute, whatever chance decides', () => {
  for (const chance of [0, 0.5, 1]) {
    const all = delays(chance).reduce((sum, delay) => sum + delay, 0);
    expect(all).toBeGreaterThan(30_000);
    expect(all).toBeLessThan(33_000);
  }
});

it('spreads the first attempts of many clients', () => {
  expect([delays(0)[0], delays(0.5)[0], delays(1)[0]]).toEqual([125, 250, 375]);
});
