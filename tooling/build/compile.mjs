import { createHash } from 'node:crypto';

import webpack from 'webpack';

import { sharedVersions } from './webpack/webpack.config.mjs';

/**
 * The shell's files are served at /s/<version>/: the version is the digest of all of them.
 *
 * The chunks behind its async boundary are listed with the entry: as scripts of the page they load in parallel with it.
 */
export function describeShell(files, chunks) {
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8);
  const entry = [...new Set([...(chunks.get('shell') ?? []), ...(chunks.get('./bootstrap') ?? [])])];
  return {
    version,
    js: entry.filter((file) => file.endsWith('.js')),
    css: entry.filter((file) => file.endsWith('.css')),
    gives: sharedVersions(),
    // Chunks of the shell's own pages, named after their paths.
    pages: Object.fromEntries([...chunks].filter(([name]) => name?.startsWith('own-'))),
    files,
    serverRender: 'server/server-render.mjs',
    sandboxRenderer: 'server/sandbox-renderer.cjs',
  };
}

/**
 * Runs one build. Rejects with all its errors and warnings.
 * @returns {Promise<Map<string, string[]>>} files by name of chunk group, or by the request of its only import()
 */
export function compile(config) {
  const compiler = webpack(config);
  return new Promise((done, fail) => {
    compiler.run((error, stats) => {
      const finish = (act) => compiler.close((closing) => (closing ? fail(closing) : act()));
      if (error || !stats) return finish(() => fail(error));
      if (stats.hasErrors()) {
        const { errors = [] } = stats.toJson({ all: false, errors: true, errorDetails: false, moduleTrace: true });
        return finish(() =>
          fail(new Error(errors.map((each) => `${each.moduleName ?? ''} ${each.message}`).join('\n\n'))),
        );
      }
      const groups = new Map();
      for (const group of stats.compilation.chunkGroups)
        groups.set(group.name ?? group.origins[0]?.request, group.getFiles());
      return finish(() => done(groups));
    });
  });
}
