import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inRoot, root } from '../root.mjs';

const execute = promisify(execFile);

/**
 * Runs a program in the repository and returns its output lines, with paths relative to the repository.
 * @param {string} program
 * @param {string[]} words
 */
async function linesOf(program, ...words) {
  const { stdout } = await execute(program, words, {
    cwd: root,
    env: { ...process.env, TEST_LEVEL: 'full' },
    maxBuffer: 1e8,
  });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(`${root}/`, ''))
    .sort();
}

it('assigns every test file to exactly one jest project of the full level', async () => {
  const files = await linesOf('git', 'ls-files', '--cached', '--others', '--exclude-standard', '--', '*.test.*');
  const jest = [inRoot('node_modules/jest/bin/jest.js'), '-c', 'jest.config.mjs', '--listTests'];
  expect(files.length).toBeGreaterThan(200);
  expect(await linesOf(process.execPath, ...jest)).toEqual(files);
});
