import { spanOf } from './use-near-rows';

it.each([
  ['at the top', 0, { from: 0, to: 24 }],
  ['with content above', -300, { from: 0, to: 24 }],
  ['after scrolling a few pixels, unchanged', 40, { from: 0, to: 24 }],
  ['far down', 48 * 200, { from: 192, to: 224 }],
])('renders the rows near the viewport %s', (_where, above, span) => {
  expect(spanOf(above, 480, 48)).toEqual(span);
});

it('always renders all visible rows', () => {
  for (let above = 0; above < 5000; above += 7) {
    const { from, to } = spanOf(above, 600, 48);
    expect(from * 48).toBeLessThanOrEqual(above);
    expect(to * 48).toBeGreaterThanOrEqual(above + 600);
    expect(to - from).toBeLessThanOrEqual(48);
  }
});
