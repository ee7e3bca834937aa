import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';

it('has a contract, endpoint references, a schema of remote.json, the script of pages, a facade report and a version of the facade that match the sources', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [inRoot('tooling/build/generate.mjs'), '--check']);
  expect(stdout.trim().split('\n')).toEqual([
    'The contract: up to date.',
    'References of the endpoints: up to date.',
    'The schema of remote.json: up to date.',
    'The script in every page: up to date.',
    'The report of the facade: up to date.',
    'The facade has a version that fits what was published.',
  ]);
}, 60_000);
