import { join } from 'node:path';

const here = import.meta.dirname;

/**
 * The esbuild options for the browser files: the script of GET /stripe.js, the card fields inside the frame, and the
 * style of the engine's pages. `registerPages` serves the output folder.
 * @param {string} outdir
 * @returns {import('esbuild').BuildOptions}
 */
export const browserBuild = (outdir) => ({
  entryPoints: {
    'stripe-js': join(here, 'stripe-js.ts'),
    'card-fields': join(here, 'fields/fields.ts'),
    'challenge-done': join(here, 'challenge-done.ts'),
    pages: join(here, 'pages.css'),
  },
  outdir,
  bundle: true,
  format: 'iife',
  platform: 'browser',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  logLevel: 'silent',
});
