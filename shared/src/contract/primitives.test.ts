import * as z from 'zod/mini';

import { stringPlaces } from '../testing/hostile-strings';
import { contract } from './contract';
import type { EndpointDefinition } from './endpoint';
import { line, text } from './primitives';

const name = line({ min: 1, max: 20, empty: '名前を入力してください。' });
const prose = text({ min: 1, max: 20 });

it.each([
  ['a zero-width space', '\u200b'],
  ['a Hangul filler', '\u3164'],
  ['a half-width Hangul filler', '\uffa0'],
  ['a blank Braille pattern', '\u2800'],
  ['a soft hyphen', '\u00ad'],
  ['a variation selector', '\ufe0f'],
  ['an ideographic variation selector', '\u{e0100}'],
  ['a joiner', '\u200d'],
  ['a tag', '\u{e0041}'],
  ['a reversal', '\u202e'],
  ['a bell', '\u0007'],
  ['wide spaces', '　 '],
])('takes %s alone for nothing', (_what, given) => {
  expect(z.safeParse(name, given).error?.issues[0]?.message).toBe('名前を入力してください。');
  expect(z.safeParse(prose, `${given}\n${given}`).success).toBe(false);
  expect(z.parse(line({ max: 20 }), given)).toBe('');
});

it.each([
  ['\u202e山田', '山田'],
  ['山\u2067田\u2069', '山田'],
  ['山田\n太郎', '山田 太郎'],
  ['山田\r\n\t太郎', '山田 太郎'],
  ['山田\u2028太郎', '山田 太郎'],
  ['山\u0007田', '山田'],
  ['山\u200b田\u00ad\ufeff', '山田'],
  ['山田\u2800\u2800', '山田'],
])('cleans a name of what is not seen: %j', (given, stored) => {
  expect(z.parse(name, given)).toBe(stored);
});

it.each([
  '葛\u{e0100}城',
  '👩‍👩‍👧‍👦',
  '❤️',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '𠮷野家',
  "O'Brien",
  'は\u3099',
])('keeps what belongs to a character: %s', (given) => {
  expect(z.parse(name, given)).toBe(given);
  expect(z.parse(prose, given)).toBe(given);
});

it('keeps the lines of prose and drops its controls', () => {
  expect(z.parse(prose, '一\r\n二\u2028\n三\t\u0007\u202e四\u200b五 ')).toBe('一\n二\n\n三\t四\u200b五');
});

it('bounds every time and day that a call stores', () => {
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const unbounded = Object.values(contract as Record<string, EndpointDefinition>).flatMap(({ name: endpoint, body }) =>
    (body ? stringPlaces(body, endpoint) : [])
      .filter(({ schema: place }) => !['いつか', 'some-day-2026'].some((other) => z.safeParse(place, other).success))
      .filter(({ schema: place }) =>
        [
          [soon, '0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'],
          [soon.slice(0, 10), '0000-01-01', '9999-12-31'],
        ].some(
          ([usual, ...far]) => z.safeParse(place, usual).success && far.some((t) => z.safeParse(place, t).success),
        ),
      )
      .map(({ path }) => path),
  );
  expect(unbounded).toEqual([]);
});

/** Opaque strings, which are compared and never shown, and files. */
const OPAQUE = /\.(?:\w*token|password|currentPassword|key|browserKey|state|code|error|iss|mime|replaces|vtt)$/i;

it('leaves no text of the contract with a reversed direction or a control', () => {
  const hidden = '山\u202e田\u0007';
  const kept = Object.values(contract as Record<string, EndpointDefinition>).flatMap(
    ({ name: endpoint, body, query }) =>
      [body, query].flatMap((schema) =>
        (schema ? stringPlaces(schema, endpoint) : [])
          .filter(({ schema: place }) => z.safeParse(place, hidden).data === hidden)
          .map(({ path }) => path),
      ),
  );
  expect(kept.filter((path) => !OPAQUE.test(path))).toEqual([]);
});
