import { randomHex } from './random-hex';

it('returns two hexadecimal digits per byte, different every time', () => {
  expect(randomHex(16)).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(Array.from({ length: 100 }, () => randomHex(8))).size).toBe(100);
});
