import { pathToFileURL } from 'node:url';
import { context } from 'esbuild';
import { packagesOutside } from './packages-outside.mjs';
import { inRoot } from './root.mjs';

const SERVE = { entry: inRoot('tooling/serve.ts'), outfile: inRoot('tooling/dist/serve.mjs') };

/** The web server with the api in it (or another program of the server side), as one module for Node. */
export const serverBuild = (plugins = [], { entry, outfile } = SERVE) => context({
  entryPoints: [entry], outfile,
  bundle: true, format: 'esm', platform: 'node', target: 'node20',
  sourcemap: true, sourcesContent: false, keepNames: true, logLevel: 'silent',
  jsx: 'automatic',
  loader: { '.css': 'empty' },
  plugins: [packagesOutside, ...plugins],
});

/** Builds it once. Throws esbuild's own error, which names file and line. */
export async function buildServer(what = SERVE) {
  const build = await serverBuild([], what);
  try {
    await build.rebuild();
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
