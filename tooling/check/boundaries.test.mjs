import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';
import { tripwires } from './tripwires.mjs';

const config = inRoot('.dependency-cruiser.cjs');
/** @type {string[]} */
const ruleNames = createRequire(import.meta.url)(config).forbidden.map((rule) => rule.name);

/** Runs the tool on a small product that breaks every rule once, and returns the violations. */
async function cruiseTheBrokenProduct() {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-boundaries-'));
  const write = async (path, text) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  for (const { to } of Object.values(tripwires)) if (/[.]tsx?$/.test(to)) await write(to, 'export const thing = 1;\n');
  for (const { from, to, imports } of Object.values(tripwires)) {
    const near = relative(dirname(from), to)
      .replace(/^(?![.])/, './')
      .replace(/[.]tsx?$/, '');
    await write(from, `import { thing } from '${imports ?? near}';\nexport const own = thing;\n`);
  }
  await write('shared/src/format/round.ts', "import { own } from './about';\nexport const thing = () => own;\n");
  await write('tsconfig.json', await readFile(inRoot('tsconfig.json'), 'utf8'));
  await write('package.json', '{ "name": "broken", "type": "module" }');
  await write('shell/package.json', '{ "name": "@manabiba/shell", "dependencies": {} }');
  await write('shared/package.json', await readFile(inRoot('shared/package.json'), 'utf8'));
  await write(
    'node_modules/kysely/package.json',
    '{ "name": "kysely", "version": "0.28.18", "main": "dist/index.js" }',
  );
  await write('node_modules/kysely/dist/index.js', 'exports.thing = 1;\n');
  await mkdir(join(folder, 'node_modules/@manabiba'), { recursive: true });
  await symlink('../../shared', join(folder, 'node_modules/@manabiba/shared'));
  const tool = inRoot('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const roots = [
    'shared',
    'shell',
    'mf-a',
    'mf-b',
    'api',
    'server',
    'releases',
    'e2e',
    'engines',
    'telemetry',
    'tooling',
  ];
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [tool, '--config', config, '--output-type', 'json', ...roots],
    { cwd: folder, maxBuffer: 1e8 },
  )
    // Found violations are the tool's exit code.
    .catch((failure) => failure);
  await rm(folder, { recursive: true });
  return JSON.parse(stdout).summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`);
}

describe('the boundaries', () => {
  let found;
  beforeAll(async () => {
    found = await cruiseTheBrokenProduct();
  }, 60_000);

  it.each(ruleNames)('reports a violation of %s', (name) => {
    const trip = tripwires[name];
    expect(found).toContain(`${name}: ${trip?.from} -> ${trip?.to}`);
  });

  it('has a tripwire for every rule and none for a removed rule', () => {
    expect(Object.keys(tripwires).sort()).toEqual([...ruleNames].sort());
  });
});
