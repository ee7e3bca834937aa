import { failsMoreOften, failsMoreOftenOnServer, type Tally } from './fails-more-often';

const of = (failures: number, views: number): Tally => ({ views, failures });

/** A generator of numbers from 0 to 1 that gives the same ones for a seed (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Opens page views of a release one after the other, and asks after each. Returns after how many it was judged
 * worse; undefined when it never was.
 */
function viewsUntilWorse(
  random: () => number,
  { rate, base, views }: { rate: number; base: Tally; views: number },
): number | undefined {
  const release = of(0, 0);
  while (release.views < views) {
    release.views += 1;
    if (random() >= rate) continue;
    release.failures += 1;
    if (failsMoreOften(release, base)) return release.views;
  }
  return undefined;
}

/** A base as it would have been measured. */
function measured(random: () => number, rate: number, views: number): Tally {
  const base = of(0, views);
  for (let view = 0; view < views; view += 1) if (random() < rate) base.failures += 1;
  return base;
}

const SEEDS = 1000;

describe('a release that fails as often as the one before', () => {
  it.each([
    [0.002, 200],
    [0.01, 200],
    [0.05, 200],
    [0.3, 200],
    [0.01, 5000],
    [0.05, 2000],
    // The base is not known yet.
    [0.01, 3],
    [0.05, 20],
    [0.05, 0],
  ])('in %s of %s page views is taken back in at most 1 of 100 cases, however often that is asked', (rate, known) => {
    let falseAlarms = 0;
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const random = randomBy(seed);
      const base = measured(random, rate, known);
      if (viewsUntilWorse(random, { rate, base, views: 1500 }) !== undefined) falseAlarms += 1;
    }
    expect(falseAlarms / SEEDS).toBeLessThanOrEqual(0.01);
  });
});

describe('a release that fails more often', () => {
  it.each([
    { before: 0.001, now: 1, known: 1000, within: 3 },
    { before: 0.001, now: 0.5, known: 1000, within: 12 },
    { before: 0.01, now: 0.2, known: 1000, within: 60 },
    { before: 0.01, now: 0.05, known: 5000, within: 700 },
    { before: 0.1, now: 0.4, known: 1000, within: 90 },
    // Almost nothing is known of the one before: it must fail in a large share of its views.
    { before: 0, now: 1, known: 1, within: 3 },
    { before: 0, now: 0.5, known: 4, within: 20 },
  ])('is taken back after few page views: %o', ({ before, now, known, within }) => {
    const late: number[] = [];
    for (let seed = 1; seed <= 200; seed += 1) {
      const random = randomBy(seed);
      const base = measured(random, before, known);
      if (viewsUntilWorse(random, { rate: now, base, views: within }) === undefined) late.push(seed);
    }
    expect(late.length).toBeLessThanOrEqual(20);
  });
});

it.each([
  ['two failures, however few views', of(2, 2), of(0, 1000), false],
  ['three of three', of(3, 3), of(0, 1000), true],
  ['three of thirty', of(3, 30), of(0, 200), true],
  ['three of thirty while little is known of the one before', of(3, 30), of(0, 10), false],
  ['three of six while nothing is known of the one before', of(3, 6), of(0, 0), true],
  ['three of seven while nothing is known of the one before', of(3, 7), of(0, 0), false],
  ['as many of twenty as the one before of forty', of(10, 20), of(20, 40), false],
  ['all, as the one before', of(9, 9), of(12, 12), false],
  ['nothing', of(0, 0), of(0, 0), false],
  ['more failures than views', of(9, 4), of(0, 200), true],
  ['ten in a thousand of a large number', of(2000, 200_000), of(1000, 200_000), true],
  ['the same share of a large number', of(1000, 200_000), of(1000, 200_000), false],
])('compares exactly: %s', (_what, release, base, isWorse) => {
  expect(failsMoreOften(release, base)).toBe(isWorse);
});

it('agrees with tables of the test for small numbers', () => {
  // 3 of 42 against 0 of 200 is 11 480 / 2 332 880 deals or 0.0049, 3 of 43 is 0.0052; the third failure may have 0.005.
  expect([41, 42, 43].map((views) => failsMoreOften(of(3, views), of(0, 200)))).toEqual([true, true, false]);
});

it.each([
  ['three where the other has none, however many views there are', of(3, 5000), of(0, 40), true],
  ['two', of(2, 2), of(0, 5000), false],
  ['as many for the views as the other', of(12, 5000), of(10, 5000), false],
  ['far more for the views than the other', of(60, 5000), of(10, 5000), true],
])('compares failures of the server: %s', (_what, release, base, isWorse) => {
  expect(failsMoreOftenOnServer(release, base)).toBe(isWorse);
});

it('does not let measured rates below a floor count', () => {
  expect(failsMoreOften(of(4, 40), of(0, 5000))).toBe(true);
  expect(failsMoreOften(of(4, 40), of(0, 5000), 0.05)).toBe(false);
  expect(failsMoreOften(of(16, 40), of(0, 5000), 0.05)).toBe(true);
});
