import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

import { inRoot, root } from '../root.mjs';

it('has media query widths in em, so that large text gets the layout of a narrow screen', async () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.css'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(Boolean);
  expect(files.length).toBeGreaterThan(50);
  const inPixels = [];
  for (const file of files) {
    const queries = (await readFile(inRoot(file), 'utf8')).match(/@(media|container)[^{]*/g) ?? [];
    inPixels.push(
      ...queries.filter((query) => /width[^)]*\dpx/.test(query)).map((query) => `${file}: ${query.trim()}`),
    );
  }
  expect(inPixels).toEqual([]);
});
