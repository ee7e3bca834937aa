import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';

it('finds the endpoint references as the contract says: else run `npm run generate`', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [inRoot('tooling/build/generate.mjs'), '--check']);
  expect(stdout).toContain('up to date');
});
