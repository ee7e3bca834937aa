import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';

it('has endpoint references that match the contract and a facade report that matches the exports', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [inRoot('tooling/build/generate.mjs'), '--check']);
  expect(stdout.trim().split('\n')).toEqual([
    'shared/src/data/endpoints.ts is up to date.',
    'shared/facade.api.txt is up to date.',
  ]);
}, 60_000);
