/**
 * Strokes of the logo mark in a 24 by 24 box: a door arch with two pages at its foot. The person at the spine is a dot
 * of radius 1.9 at 12, 8.8.
 */
export const markLines = [
  'M3 18.6V11a9 9 0 0 1 18 0v7.6c-3.5-.8-7 0-9 2.4-2-2.4-5.5-3.2-9-2.4Z',
  'M12 21v-7.5',
] as const;

/** The wordmark まなびば in a 93 by 24 box whose top is at -1: each letter with its offset from the left. */
export const wordmarkLetters = [
  {
    left: 0,
    line: 'M2.5 6.5h14M3.5 11h12M9.7 3v13.2c0 2.3-1.5 3.5-3.7 3.5-1.8 0-3-.8-3-2.1 0-1.4 1.5-2.2 3.7-2.2 3.6 0 6.6 1.5 8.9 3.9',
  },
  {
    left: 22,
    line: 'M2.5 6.5h9M7.6 3c-.8 4.4-2.4 8-5 11.2M14.5 5.4c1.5.7 2.7 1.6 3.6 2.8M13.5 10v6.5c0 2-1.3 3.3-3.3 3.3-1.7 0-2.9-.8-2.9-2 0-1.4 1.5-2.2 3.5-2.2 2.7 0 5.2 1.2 7 3.3',
  },
  {
    left: 44.5,
    line: 'M2 6.3c2.6 0 4.5-.4 6.2-1.3C5.5 8.2 4 11.2 4 14.2c0 3.4 2 5.5 5 5.5 3.9 0 6.1-3.1 6.1-8.3 0-1.5-.1-3-.4-4.4 1 2.3 2.3 4.2 4 5.9M16.6 2.7l1.2 2.3M19.8 1.6 21 3.9',
  },
  {
    left: 68.5,
    line: 'M4 4c-1 3-1.4 6-1.4 9 0 2.3.3 4.5.9 6.6M8 8.3h9M13 4.3v12.3c0 2-1.2 3.2-3 3.2-1.6 0-2.7-.8-2.7-2 0-1.3 1.4-2.1 3.3-2.1 2.6 0 4.8 1.1 6.6 3.1M17.4 1.9l1.2 2.3M20.6.8l1.2 2.3',
  },
] as const;
