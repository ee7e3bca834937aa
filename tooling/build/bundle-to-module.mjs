import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';

import { build } from 'esbuild';

import { inRoot } from '../root.mjs';
import { packagesOutside } from './packages-outside.mjs';

/** Bundles a TypeScript module for the current process and imports it; packages stay external. */
export async function bundleToModule(entry) {
  mkdirSync(inRoot('.cache'), { recursive: true });
  const outfile = inRoot('.cache', `${randomUUID()}.mjs`);
  try {
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      plugins: [packagesOutside],
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(outfile, { force: true });
  }
}
