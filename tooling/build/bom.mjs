import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

import { inRoot, root } from '../root.mjs';

/**
 * Returns the product's bill of materials without development packages, as CycloneDX. npm reports errors on standard
 * error.
 */
export function readBom() {
  // Its --omit dev also omits packages that are for development in one workspace and for production in another.
  const words = ['sbom', '--sbom-format', 'cyclonedx'];
  // An optional peer of @hookform/resolvers, which is not used, finds an older ajv of a development package: npm would
  // refuse.
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
  return withoutDevelopment(bom);
}

/** Uses package-lock.json, which marks dev-only packages across all workspaces. */
function withoutDevelopment(bom) {
  const { packages } = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const named = Object.entries(packages).map(([path, { name, version, dev }]) => ({
    id: `${name ?? path.split('node_modules/').at(-1)}@${version}`,
    isDevelopment: dev === true,
  }));
  const installed = new Set(named.filter(({ isDevelopment }) => !isDevelopment).map(({ id }) => id));
  const components = bom.components.filter(({ purl = '' }) =>
    installed.has(decodeURIComponent(purl.replace('pkg:npm/', ''))),
  );
  const refs = new Set([bom.metadata.component, ...components].map((component) => component['bom-ref']));
  const dependencies = bom.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }));
  return { ...bom, components, dependencies };
}
