import { spawnSync } from 'node:child_process';

import { root } from '../root.mjs';

/** Returns what the product is made of, without development packages, as CycloneDX. npm says on standard error why it fails. */
export function readBom() {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev'];
  // An optional peer of @hookform/resolvers, which is not used, finds an older ajv of a development package: npm would refuse.
  const { status, stdout, error } = spawnSync('npm', [...words, '--legacy-peer-deps'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1e8,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`npm sbom ended with ${status}`);
  const bom = JSON.parse(stdout);
  // npm names the product after its folder.
  Object.assign(bom.metadata.component, { name: 'manabiba' });
  return bom;
}
