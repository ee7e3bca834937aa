import fc from 'fast-check';

import { SourceTimeline } from './source-timeline';

const RATE = 48_000;
const STEP_MS = 20;

/** Places packets sent every 20 ms that arrive with the given delays, from a clock that runs `drift` too fast. */
function place(delays: readonly number[], { drift = 0, first = 0 } = {}) {
  const timeline = new SourceTimeline(RATE);
  return delays.map((delay, index) => {
    const sentAt = index * STEP_MS;
    const timestamp = Math.round(first + sentAt * (1 + drift) * (RATE / 1000)) >>> 0;
    return timeline.place(timestamp, 1000 + sentAt + delay);
  });
}

it('removes the jitter of the network once a packet came without delay', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 400 }), (delays) => {
      const places = place([0, ...delays]);
      places.forEach((at, index) => expect(at).toBeCloseTo(1000 + index * STEP_MS, 3));
    }),
  );
});

it('is never later than the arrival, and off by no more than the smallest delay so far', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 400 }), (delays) => {
      let smallest = Infinity;
      place(delays).forEach((at, index) => {
        const sentAt = 1000 + index * STEP_MS;
        smallest = Math.min(smallest, delays[index] as number);
        expect(at).toBeLessThanOrEqual(sentAt + (delays[index] as number) + 1e-6);
        expect(at - sentAt).toBeCloseTo(smallest, 3);
      });
    }),
  );
});

it.each([100e-6, -100e-6])('stays within 15 ms of a clock that drifts by %s for 45 minutes', (drift) => {
  const count = (45 * 60_000) / STEP_MS;
  const places = place(
    Array.from({ length: count }, (_, index) => (index * 7919) % 60),
    { drift },
  );
  const last = places.at(-1) as number;
  expect(Math.abs(last - (1000 + (count - 1) * STEP_MS))).toBeLessThan(15);
});

it('follows timestamps beyond their wraparound', () => {
  const places = place(new Array<number>(500).fill(0), { first: 2 ** 32 - 100_000 });
  expect((places.at(-1) as number) - (places[0] as number)).toBeCloseTo(499 * STEP_MS, 3);
});

it('places a late packet before its successors', () => {
  const timeline = new SourceTimeline(RATE);
  const first = timeline.place(9600, 5000);
  timeline.place(11_520, 5040);
  expect(timeline.place(10_560, 5041)).toBeCloseTo(first + 20, 3);
});

it('continues at the right time when a source stopped its clock during a pause', () => {
  const timeline = new SourceTimeline(RATE);
  timeline.place(0, 1000);
  timeline.place(960, 1020);
  expect(timeline.place(1920, 9020)).toBeCloseTo(9020, 3);
  expect(timeline.place(2880, 9045)).toBeCloseTo(9040, 3);
});
