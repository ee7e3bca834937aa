import { seriesBillOf, seriesDiscountOf } from './series-discount';

it.each([
  [1500, 10, 150],
  [999, 15, 149],
  [1500, 0, 0],
])('takes off %i yen %i percent, rounded down: %i', (price, percent, discount) => {
  expect(seriesDiscountOf(price, percent)).toBe(discount);
});

it('leaves the lowest price that can be charged', () => {
  expect(seriesDiscountOf(60, 50)).toBe(10);
  expect(seriesDiscountOf(50, 50)).toBe(0);
});

it('rounds the discount of each ticket, not of their sum', () => {
  expect(seriesBillOf([{ price: 999 }, { price: 999 }], 15)).toEqual({ price: 1998, discount: 298, total: 1700 });
});
