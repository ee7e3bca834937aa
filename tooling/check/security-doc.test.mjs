import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { inRoot } from '../root.mjs';

/**
 * The requirements of levels 1 and 2 in ASVS 5.0, by section: their numbers are consecutive. Source: OWASP Application
 * Security Verification Standard 5.0.
 */
const SECTIONS =
  '1.1-2 1.2-9 1.3-11 1.4-3 1.5-2 2.1-3 2.2-3 2.3-4 2.4-1 3.2-2 3.3-4 3.4-6 3.5-5 3.7-2 4.1-3 4.2-1 4.3-2 4.4-4 5.1-1 5.2-3 5.3-2 5.4-3 ' +
  '6.1-3 6.2-11 6.3-3 6.4-4 6.5-5 6.6-3 6.8-4 7.1-3 7.2-4 7.3-2 7.4-5 7.5-2 7.6-2 8.1-2 8.2-3 8.3-1 8.4-1 9.1-3 9.2-4 10.1-2 10.2-2 10.3-4 ' +
  '10.4-11 10.5-5 10.6-2 10.7-3 11.1-2 11.2-3 11.3-3 11.4-4 11.5-1 11.6-1 12.1-3 12.2-2 12.3-4 13.1-1 13.2-5 13.3-2 13.4-5 14.1-2 14.2-4 ' +
  '14.3-3 15.1-3 15.2-3 15.3-7 16.1-1 16.2-5 16.3-4 16.4-3 16.5-3 17.1-1 17.2-4 17.3-2';
const numbers = SECTIONS.split(' ').flatMap((section) => {
  const [name, count] = section.split('-');
  return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
});

/** The rows of all tables: numbers, requirement, status, where, test. */
const rows = async () =>
  (await readFile(inRoot('docs/security.md'), 'utf8'))
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

it('has every requirement of levels 1 and 2 once', async () => {
  const found = (await rows()).flatMap(([named = '']) => named.split(', '));
  expect(found.toSorted()).toEqual(numbers.toSorted());
});

it('has one of four statuses, and a place or a reason for each', async () => {
  for (const [named, , status, where] of await rows()) {
    expect([named, ['met', 'partly', 'not met', 'n/a'].includes(status ?? '')]).toEqual([named, true]);
    expect([named, where !== '']).toEqual([named, true]);
  }
});

it('names only files that exist', async () => {
  const text = await readFile(inRoot('docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\/[\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !path.startsWith('/'));
  expect(named.length).toBeGreaterThan(100);
  expect([...new Set(named)].filter((path) => !existsSync(inRoot(path)))).toEqual([]);
});
