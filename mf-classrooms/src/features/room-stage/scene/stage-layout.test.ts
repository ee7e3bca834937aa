import { type Box, stageLayout } from './stage-layout';

const sizes = {
  'a phone upright': { width: 348, height: 300 },
  'a phone upright, tall': { width: 348, height: 520 },
  'a phone held sideways': { width: 676, height: 348 },
  'a large phone held sideways': { width: 868, height: 418 },
  'a phone held sideways, with its panel': { width: 376, height: 348 },
  'a screen of 1280': { width: 896, height: 560 },
  'a screen of 1920': { width: 1536, height: 840 },
};
const counts = Array.from({ length: 50 }, (_, index) => index + 1);

const overlap = (a: Box, b: Box) =>
  a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

describe.each(Object.entries(sizes))('%s', (_name, size) => {
  it.each([false, true])(
    'keeps 1 to 50 tiles, and the number of the others, on the stage without overlap, with a main area: %s',
    (hasMain) => {
      for (const count of counts) {
        const { main, tiles, more } = stageLayout({ count, hasMain, ...size });
        const boxes = [main, more, ...tiles].filter((box) => box !== null);
        expect(more === null).toBe(tiles.length === count);
        expect(tiles.length).toBeGreaterThan(0);
        expect(tiles.length).toBeLessThanOrEqual(count);
        for (const [index, box] of boxes.entries()) {
          expect(box.left).toBeGreaterThanOrEqual(0);
          expect(box.top).toBeGreaterThanOrEqual(0);
          expect(box.left + box.width).toBeLessThanOrEqual(size.width);
          expect(box.top + box.height).toBeLessThanOrEqual(size.height);
          expect(boxes.slice(index + 1).some((other) => overlap(box, other))).toBe(false);
        }
      }
    },
  );

  it('gives the main area most of the stage', () => {
    const { main } = stageLayout({ count: 12, hasMain: true, ...size });
    expect((main?.width ?? 0) * (main?.height ?? 0)).toBeGreaterThan(size.width * size.height * 0.6);
  });
});

it.each([
  [1, 1],
  [2, 2],
  [4, 2],
  [12, 4],
])('places %i people in %i columns on a wide stage', (count, columns) => {
  const { tiles } = stageLayout({ count, hasMain: false, ...sizes['a screen of 1280'] });
  expect(tiles).toHaveLength(count);
  expect(new Set(tiles.map(({ left }) => left)).size).toBe(columns);
});

it('shows all 50 people on a large screen, and on a phone as many as fit at the minimum size', () => {
  expect(stageLayout({ count: 50, hasMain: false, ...sizes['a screen of 1920'] }).tiles).toHaveLength(50);
  const { tiles } = stageLayout({ count: 50, hasMain: false, ...sizes['a phone upright'] });
  expect(tiles.length).toBeLessThan(50);
  for (const { width } of tiles) expect(width).toBeGreaterThanOrEqual(100);
});

it('puts the people above the main area, below it on a phone and beside it on a phone in landscape', () => {
  const above = stageLayout({ count: 3, hasMain: true, ...sizes['a screen of 1280'] });
  expect(above.tiles[0]?.top).toBe(0);
  expect(above.main?.top).toBeGreaterThan(0);
  const below = stageLayout({ count: 3, hasMain: true, ...sizes['a phone upright'] });
  expect(below.main?.top).toBe(0);
  expect(below.tiles[0]?.top).toBeGreaterThan(below.main?.height ?? 0);
  for (const size of [sizes['a phone held sideways'], sizes['a large phone held sideways']]) {
    const beside = stageLayout({ count: 3, hasMain: true, ...size });
    expect(beside.main).toMatchObject({ height: size.height });
    expect(beside.tiles.every(({ left }) => left > (beside.main?.width ?? 0))).toBe(true);
  }
});

it('shows the number of the others below a column of tiles and beside a row of them', () => {
  const sideways = stageLayout({ count: 4, hasMain: true, width: 640, height: 200 });
  expect(sideways.tiles).toHaveLength(2);
  expect(sideways.more).toEqual({ left: 536, top: 176, width: 104, height: 24 });
  const upright = stageLayout({ count: 9, hasMain: true, ...sizes['a phone upright'] });
  expect(upright.tiles).toHaveLength(3);
  expect(upright.more).toEqual({ left: 300, top: 228, width: 48, height: 72 });
});

it('centres the last row', () => {
  const { tiles } = stageLayout({ count: 3, hasMain: false, ...sizes['a screen of 1280'] });
  const last = tiles[2];
  expect(last && last.left + last.width / 2).toBeCloseTo(sizes['a screen of 1280'].width / 2, -1);
});

it('is empty before the stage has a size', () => {
  expect(stageLayout({ count: 3, hasMain: true, width: 0, height: 0 })).toEqual({ main: null, tiles: [], more: null });
});
