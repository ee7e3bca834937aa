import { spanOf } from './use-near-rows';

it.each([
  ['at the top', 0, { from: 0, to: 24 }],
  ['while something stands above', -300, { from: 0, to: 24 }],
  ['a few pixels on, the same', 40, { from: 0, to: 24 }],
  ['far down', 48 * 200, { from: 192, to: 224 }],
])('draws what is near %s', (_where, above, span) => {
  expect(spanOf(above, 480, 48)).toEqual(span);
});

it('always draws all that is seen', () => {
  for (let above = 0; above < 5000; above += 7) {
    const { from, to } = spanOf(above, 600, 48);
    expect(from * 48).toBeLessThanOrEqual(above);
    expect(to * 48).toBeGreaterThanOrEqual(above + 600);
    expect(to - from).toBeLessThanOrEqual(48);
  }
});
