import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import webpack from 'webpack';
import { describeRelease, packFiles } from './release.mjs';
import { inRoot } from './root.mjs';
import { paintConfig, remoteConfig, sharedVersions, shellConfig } from './webpack.config.mjs';

/** Builds the shell or one remote for production and writes down what came out. Run as a process of its own. */
async function buildPackage(name) {
  const isShell = name === 'shell';
  const [chunks] = await Promise.all([
    compile(isShell ? shellConfig({ mode: 'production' }) : remoteConfig(inRoot(name), { mode: 'production' })),
    ...(isShell ? [compile(paintConfig())] : []),
  ]);
  const folder = inRoot(name, 'dist', ...(isShell ? ['client'] : []));
  const files = await packFiles(folder);
  if (isShell) {
    await writeJson(inRoot('shell/dist/shell-manifest.json'), describeShell(files, chunks));
    return;
  }
  const { version: packageVersion } = await readJson(inRoot(name, 'package.json'));
  const offers = { routes: [], slots: [], ...await readJson(inRoot(name, 'remote.json')) };
  await writeJson(inRoot(name, 'dist/release.json'), describeRelease({ name, packageVersion, offers, files, chunks }));
}

/**
 * The shell's files are served at /s/<version>/: the version is the digest of all of them.
 *
 * The chunks behind its async edge are listed with the entry: as scripts of the page they arrive beside it.
 */
function describeShell(files, chunks) {
  const version = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 8);
  const entry = [...new Set([...chunks.get('shell') ?? [], ...chunks.get('./bootstrap') ?? []])];
  return {
    version,
    js: entry.filter((file) => file.endsWith('.js')),
    css: entry.filter((file) => file.endsWith('.css')),
    gives: sharedVersions(),
    // Chunks of the shell's own pages, which are named after their paths.
    pages: Object.fromEntries([...chunks].filter(([name]) => name?.startsWith('own-'))),
    files,
    paint: 'server/first-paint.mjs',
  };
}

/** @returns {Promise<Map<string, string[]>>} files by name of chunk group, or by what its only import() asked for */
function compile(config) {
  const compiler = webpack(config);
  return new Promise((done, fail) => {
    compiler.run((error, stats) => {
      const finish = (act) => compiler.close((closing) => (closing ? fail(closing) : act()));
      if (error) return finish(() => fail(error));
      if (stats.hasErrors()) {
        const { errors } = stats.toJson({ all: false, errors: true, errorDetails: false, moduleTrace: true });
        return finish(() => fail(new Error(errors.map((each) => `${each.moduleName ?? ''} ${each.message}`).join('\n\n'))));
      }
      const groups = stats.compilation.chunkGroups.map((group) => [group.name ?? group.origins[0]?.request, group.getFiles()]);
      return finish(() => done(new Map(groups)));
    });
  });
}

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path, value) => writeFile(path, `${JSON.stringify(value, null, 1)}\n`);

await buildPackage(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
