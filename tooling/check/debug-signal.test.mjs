import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

import { programs } from '../build/build-server.mjs';
import { inRoot, root } from '../root.mjs';

// Node opens its inspector on SIGUSR1, through which any process of the machine reads every secret of this one.

const LISTENER = /^ *process\.on\('SIGUSR1', \(\) => undefined\);$/m;
/** What listens for the programs that call it. */
const CALLS = {
  'runInChild<': 'engines/process/src/run-in-child.ts',
  'new ProcessLifecycle()': 'server/src/process-lifecycle.mjs',
};
const read = (/** @type {string} */ path) => readFileSync(inRoot(path), 'utf8');

const started = readdirSync(inRoot('server'))
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => `server/${name}`);
// Pages are rendered in Deno; `started` are the programs that load main and maintenance.
const { 'page-renderer': _rendering, main: _main, maintenance: _maintenance, ...apart } = programs;
const ofDevelopers = ['start-product', 'dev', 'product', 'maintenance', 'staff'];

it.each([
  ...started,
  ...Object.values(apart).map((path) => relative(root, path)),
  ...ofDevelopers.map((name) => `tooling/dev/${name}.mjs`),
])('%s ignores SIGUSR1', (path) => {
  const program = read(path);
  const called = Object.entries(CALLS).flatMap(([call, file]) => (program.includes(call) ? [read(file)] : []));
  expect([program, ...called].some((text) => LISTENER.test(text))).toBe(true);
});

it.each(started)('%s does so before anything of the product is loaded', (path) => {
  const [beforeProduct] = read(path).split('await import(');
  expect(beforeProduct).toMatch(LISTENER);
  expect(beforeProduct).not.toMatch(/^import /m);
});
