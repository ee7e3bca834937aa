import { addPlayed, type WatchedSpans, watchedSeconds } from './watched-seconds';

const play = (from: number, to: number, watched: WatchedSpans = []) => {
  let result = watched;
  for (let at = from; at < to; at += 0.25) result = addPlayed(result, at, Math.min(to, at + 0.25));
  return result;
};

it('adds up continuous playback as one stretch', () => {
  expect(play(10, 40)).toEqual([[10, 40]]);
});

it('counts a stretch that is watched twice once', () => {
  expect(watchedSeconds(play(0, 20, play(10, 30)))).toBe(30);
});

it('does not count jumps', () => {
  const watched = addPlayed(addPlayed(play(0, 5), 5, 600), 600, 5);
  expect(watched).toEqual([[0, 5]]);
  expect(watchedSeconds(play(600, 610, watched))).toBe(15);
});

it('joins stretches that meet', () => {
  expect(play(5, 10, play(10, 15, play(0, 5)))).toEqual([[0, 15]]);
});

it('never counts more than the union of what was played, in any order', () => {
  for (let seed = 1; seed < 300; seed++) {
    const random = (n: number) => (Math.imul(seed * 131 + n, 2246822519) >>> 0) / 2 ** 32;
    let watched: WatchedSpans = [];
    const seen = new Set<number>();
    for (let n = 0; n < 30; n++) {
      const from = Math.floor(random(n) * 40);
      watched = addPlayed(watched, from, from + 1);
      seen.add(from);
    }
    expect(watchedSeconds(watched)).toBe(seen.size);
    for (const [index, [start]] of watched.entries()) expect(start).toBeGreaterThan(watched[index - 1]?.[1] ?? -1);
  }
});
