import { tileAt } from './scrub-tile';

const image = { url: '/scrub.jpg', tileWidth: 160, tileHeight: 90, columns: 3, secondsPerTile: 10 };

it.each([
  [-4, 0, 0],
  [0, 0, 0],
  [9.9, 0, 0],
  [10, 160, 0],
  [29, 320, 0],
  [30, 0, 90],
  [60, 0, 180],
])('shows second %d at (%d, %d)', (seconds, x, y) => {
  expect(tileAt(image, seconds)).toEqual({ x, y });
});
