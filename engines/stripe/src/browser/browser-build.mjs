import { join } from 'node:path';

const here = import.meta.dirname;

/**
 * How esbuild makes the files that browsers get: the script of GET /stripe.js, what runs in the frame with the card's
 * fields, and the style of the engine's pages. `registerPages` serves the folder that they are written to.
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
