import { QueueingDelay } from './queueing-delay';

/** Sends 25 packets, 20 ms apart, that take `delays` in turn; returns the delay of the window. */
function setUp(startMs = 0) {
  const delay = new QueueingDelay();
  let sentMs = startMs;
  return (...delays: number[]) => {
    for (let index = 0; index < 25; index += 1) {
      sentMs += 20;
      const ticks = Math.round((sentMs / 1000) * 2 ** 18) % 2 ** 24;
      delay.record(ticks, 9_000_000 + sentMs + (delays[index % delays.length] as number));
    }
    return delay.evaluate();
  };
}

it('is the growth of the delay of the fastest packet since the last seconds', () => {
  const window = setUp();
  expect(window(40)).toBe(0);
  expect(window(45)).toBeCloseTo(5, 0);
  expect(window(240)).toBeCloseTo(200, 0);
  expect(window(30)).toBe(0);
});

it('ignores packets that waited for the event loop', () => {
  const window = setUp();
  window(40);
  expect(window(400, 300, 41)).toBeLessThan(2);
});

it('continues when send times wrap around', () => {
  const window = setUp(63_700);
  window(40);
  expect(window(190)).toBeCloseTo(150, 0);
});

it('takes a longer route for normal after five seconds', () => {
  const window = setUp();
  window(40);
  const delays = Array.from({ length: 11 }, () => Math.round(window(240)));
  expect(delays[0]).toBe(200);
  expect(delays.at(-1)).toBe(0);
});

it('is unknown with a few packets only', () => {
  const delay = new QueueingDelay();
  for (const now of [0, 500, 1000]) delay.record(0, now);
  expect(delay.evaluate()).toBe(0);
});
