import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

import { inRoot } from '../root.mjs';

/** The points of docs/composition.md: safe releases, and several machines. */
const POINTS = [
  ...Array.from({ length: 10 }, (_, index) => `1.${index + 1}`),
  ...Array.from({ length: 8 }, (_, index) => `2.${index + 1}`),
];

/** The rows of the table: point, what it says, what holds it. */
const rows = async () =>
  (await readFile(inRoot('docs/composition.md'), 'utf8'))
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

/** Paths in a text, of files that are named whole. */
const pathsIn = (text) => [...text.matchAll(/`([\w.-]+\/[\w./-]+\.\w+)`/g)].map(([, path = '']) => path);

it('has every point, and what holds it', async () => {
  const all = await rows();
  const found = new Set(all.map(([point]) => point));
  expect(POINTS.filter((point) => !found.has(point))).toEqual([]);
  for (const [point, , held = ''] of all) expect([point, /`[^`]+`/.test(held)]).toEqual([point, true]);
});

it('names only tests that exist', async () => {
  const named = (await rows()).flatMap(([, , held = '']) => pathsIn(held));
  expect(named.length).toBeGreaterThan(50);
  expect([...new Set(named)].filter((path) => !existsSync(inRoot(path)))).toEqual([]);
});

it('names commands that package.json has', async () => {
  const { scripts } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  const named = (await rows()).flatMap(([, , held = '']) =>
    [...held.matchAll(/`npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(5);
  expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
});
