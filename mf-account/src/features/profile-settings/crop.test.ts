/** @jest-environment node */
import { centred, MAX_ZOOM, pushed, squareOf, zoomed } from './crop';

const wide = { width: 800, height: 400 };

it('starts with the largest centred square', () => {
  expect(squareOf(centred(wide), wide)).toEqual({ left: 200, top: 0, side: 400 });
});

it('moves with the image up to its edge', () => {
  const start = centred(wide);
  expect(squareOf(pushed(start, wide, 0.25, 0), wide)).toEqual({ left: 100, top: 0, side: 400 });
  expect(squareOf(pushed(start, wide, 5, 5), wide)).toEqual({ left: 0, top: 0, side: 400 });
  expect(squareOf(pushed(start, wide, -5, -5), wide)).toEqual({ left: 400, top: 0, side: 400 });
});

it('zooms in around the same centre up to the limit', () => {
  const close = zoomed(centred(wide), wide, 2);
  expect(squareOf(close, wide)).toEqual({ left: 300, top: 100, side: 200 });
  expect(zoomed(close, wide, 99).zoom).toBe(MAX_ZOOM);
  expect(zoomed(close, wide, 0.1).zoom).toBe(1);
});

it('stays inside the image when zooming out in a corner', () => {
  const corner = pushed(zoomed(centred(wide), wide, 4), wide, 10, 10);
  expect(squareOf(corner, wide)).toEqual({ left: 0, top: 0, side: 100 });
  expect(squareOf(zoomed(corner, wide, 1), wide)).toEqual({ left: 0, top: 0, side: 400 });
});
