import { readFile, rm, writeFile } from 'node:fs/promises';

import { writeShellTypes } from '../check/facade/shell-types.mjs';
import { inProject } from '../project.mjs';
import { describeRelease, describeServerFile, packFiles } from '../release-kit/release/release.mjs';
import { compile, describeShell } from './compile.mjs';
import { fingerprint } from './fingerprint.mjs';
import { SOURCE_MAPS_FOLDER, sourcesOf } from './packages.mjs';
import { sandboxRendererConfig, serverRenderConfig, remoteServerConfig } from './webpack/server-configs.mjs';
import { remoteConfig, shellConfig } from './webpack/webpack.config.mjs';

/** Builds the shell or one remote for production and records the output. Run as a separate process. */
async function buildPackage(name) {
  const isShell = name === 'shell';
  // Outside of the folder that the build itself empties.
  if (isShell) await rm(inProject('shell/dist', SOURCE_MAPS_FOLDER), { recursive: true, force: true });
  const [chunks] = await Promise.all([
    compile(isShell ? shellConfig({ mode: 'production' }) : remoteConfig(inProject(name), { mode: 'production' })),
    ...(isShell ? [serverRenderConfig(), sandboxRendererConfig()] : [remoteServerConfig(inProject(name))]).map(compile),
  ]);
  const folder = inProject(name, 'dist', ...(isShell ? ['client'] : []));
  const files = await packFiles(folder);
  if (isShell) {
    const types = { file: 'types.json', digest: await writeShellTypes(inProject('shell/dist/types.json')) };
    await writeJson(inProject('shell/dist/shell-manifest.json'), { ...describeShell(files, chunks), types });
    return;
  }
  const { version: packageVersion } = await readJson(inProject(name, 'package.json'));
  const offers = { routes: [], slots: [], ...(await readJson(inProject(name, 'remote.json'))) };
  const serverFile = await describeServerFile(folder);
  await writeJson(inProject(name, 'dist/release.json'), {
    ...describeRelease({ name, packageVersion, offers, files, chunks, serverFile }),
    // No part of the version: a comment changes it, and not the release.
    sources: await fingerprint(sourcesOf(name)),
  });
}

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'));
const writeJson = (path, value) => writeFile(path, `${JSON.stringify(value, null, 1)}\n`);

await buildPackage(process.argv[2]).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
