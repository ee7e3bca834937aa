/** @jest-environment node */
import { parseWholeNumber } from './number-text';

it.each([
  ['1500', 1500],
  ['１，５００円', 1500],
  [' 84,200 ', 84_200],
  ['0', 0],
  ['', Number.NaN],
  ['-1', Number.NaN],
  ['1.5', Number.NaN],
  ['たくさん', Number.NaN],
])('parses %j as %d', (text, expected) => expect(parseWholeNumber(text)).toBe(expected));
