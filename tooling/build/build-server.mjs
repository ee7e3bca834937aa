import { writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

import { build as esbuild, context } from 'esbuild';

import { browserBuild } from '../../engines/stripe/src/browser/browser-build.mjs';
import { inRoot } from '../root.mjs';
import { packagesOutside } from './packages-outside.mjs';

/**
 * The server program, the programs that it starts in processes of their own, the composer of archives, and maintenance.
 */
export const programs = {
  main: inRoot('server/src/main.ts'),
  'live-engine': inRoot('server/src/live-documents/engine-main.ts'),
  'media-engine': inRoot('server/src/media/media-engine.ts'),
  'page-renderer': inRoot('shell/server/rendering/sandbox/sandbox-process.ts'),
  'release-gate': inRoot('releases/src/gate/gate-program.ts'),
  composer: inRoot('engines/composer/src/program.ts'),
  'demo-speaker': inRoot('server/src/demo/speaker-program.ts'),
  maintenance: inRoot('server/src/maintenance/maintenance.ts'),
};

const PRODUCT = { entryPoints: programs, outdir: inRoot('server/dist'), outExtension: { '.js': '.mjs' } };

/**
 * Build options of the product's server side (or another program of it), each entry as one module for Node.
 * @param {import('esbuild').Plugin[]} [plugins]
 * @param {import('esbuild').BuildOptions} [files]
 */
export const serverBuild = (plugins = [], files = PRODUCT) =>
  context({
    ...files,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'silent',
    metafile: true,
    jsx: 'automatic',
    loader: { '.css': 'empty' },
    plugins: [packagesOutside, ...plugins],
  });

/** Returns the packages that each program imports. */
const packagesIn = ({ outputs }) =>
  Object.fromEntries(
    Object.entries(outputs)
      .filter(([path]) => path.endsWith('.mjs'))
      .map(([path, { imports }]) => [basename(path, '.mjs'), namesOf(imports)]),
  );

const namesOf = (imports) => [
  ...new Set(
    imports
      .filter(({ path }) => !isBuiltin(path))
      .map(({ path }) => path.split('/', path.startsWith('@') ? 2 : 1).join('/'))
      .sort(),
  ),
];

/** Builds the browser pages of the payment engine. */
export const buildPaymentPages = () => esbuild(browserBuild(inRoot('server/dist/stripe-pages')));

/**
 * Builds the server once, or another program in its place. Throws esbuild's own error, which names file and line.
 * @param {{ entry: string, outfile: string }} [other]
 */
export async function buildServer(other) {
  const build = await serverBuild([], other && { entryPoints: [other.entry], outfile: other.outfile });
  try {
    const { metafile } = await build.rebuild();
    if (other) return;
    await writeFile(inRoot('server/dist/packages.json'), JSON.stringify(packagesIn(metafile), null, 1));
    await buildPaymentPages();
  } finally {
    await build.dispose();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await buildServer().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
