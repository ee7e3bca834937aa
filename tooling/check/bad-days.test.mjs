import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { inRoot, root } from '../root.mjs';

/** The tests named in docs/bad-days.md, each with the titles quoted after it. */
const named = [
  ...readFileSync(inRoot('docs/bad-days.md'), 'utf8').matchAll(/`([\w.-]+\.(?:test|spec))`((?:[:,]? "[^"]+")*)/g),
].map(([, file = '', quotes = '']) => ({
  file,
  titles: [...quotes.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title),
}));

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'],
  { cwd: root, encoding: 'utf8', maxBuffer: 1e8 },
)
  .trim()
  .split('\n');

it.each(named)('the table of payment failures names an existing test: $file $titles', ({ file, titles }) => {
  const found = files.filter((path) => path.split('/').at(-1)?.startsWith(`${file}.`));
  expect(found).not.toEqual([]);
  const text = found.map((path) => readFileSync(inRoot(path), 'utf8')).join('\n');
  expect(titles.filter((title) => !text.includes(title))).toEqual([]);
});

it('reads the whole table', () => {
  expect(named.length).toBeGreaterThan(25);
});
