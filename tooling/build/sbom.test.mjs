import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { inRoot } from '../root.mjs';

const run = promisify(execFile);

it('lists what the product installs, with versions and licences, and no development package', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manabiba-sbom-'));
  const file = join(folder, 'sbom.json');
  await run(process.execPath, [inRoot('tooling/build/sbom.mjs'), file]);
  const { bomFormat, metadata, components } = JSON.parse(await readFile(file, 'utf8'));
  await rm(folder, { recursive: true, force: true });
  expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'manabiba']);
  const { dependencies } = JSON.parse(await readFile(inRoot('api/package.json'), 'utf8'));
  expect(components.find(({ name }) => name === 'fastify')).toMatchObject({
    version: dependencies.fastify,
    purl: `pkg:npm/fastify@${dependencies.fastify}`,
    licenses: [{ license: { id: 'MIT' } }],
  });
  const names = components.map(({ name }) => name);
  expect(names).not.toContain('jest');
  // Development packages of some workspaces, production packages of others.
  expect(names).toEqual(expect.arrayContaining(['pg', 'react', 'stripe', '@stripe/stripe-js']));
}, 60_000);
