import { waitText, waitWords } from './wait-text';

const now = new Date('2026-11-21T10:00:00Z');

it.each([
  ['2026-11-21T10:00:00Z', '0:00', '0分'],
  ['2026-11-21T09:06:00Z', '0:54', '54分'],
  ['2026-11-21T08:22:00Z', '1:38', '1時間38分'],
  ['2026-11-20T10:00:00Z', '24:00', '24時間0分'],
  ['2026-11-19T09:00:00Z', '2日', '2日'],
  ['2026-11-21T10:05:00Z', '0:00', '0分'],
])('formats the wait since %s: %s', (since, text, words) => {
  expect([waitText(since, now), waitWords(since, now)]).toEqual([text, words]);
});
