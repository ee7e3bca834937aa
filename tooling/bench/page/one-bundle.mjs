import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { compile, describeShell } from '../../build/compile.mjs';
import { serverRenderConfig } from '../../build/webpack/server-configs.mjs';
import { containerName, shellConfig } from '../../build/webpack/webpack.config.mjs';
import { remotes } from '../../project.mjs';
import { packFiles } from '../../release-kit/release/release.mjs';
import { inRoot } from '../../root.mjs';

const require = createRequire(import.meta.url);

/** The remote whose page is measured. */
const MEASURED = 'mf-classrooms';

/**
 * Builds the same source without federation: the shell and the classroom page of mf-classrooms as one bundle, with the
 * shell's own configuration (loaders, styles, minimizer). Written into a folder that the web server uses as the
 * shell's.
 */
export async function buildOneBundle(folder) {
  const config = shellConfig({ mode: 'production' });
  const [chunks] = await Promise.all([
    compile({
      ...config,
      name: 'one-bundle',
      output: { ...config.output, path: join(folder, 'client'), uniqueName: 'one' },
      plugins: config.plugins?.filter((plugin) => plugin && plugin.constructor.name !== 'ModuleFederationPlugin'),
      module: { ...config.module, rules: [bundledDoor, ...(config.module?.rules ?? [])] },
      cache: { .../** @type {import('webpack').FileCacheOptions} */ (config.cache), name: 'one-bundle' },
    }),
    compile(withPath(serverRenderConfig(), join(folder, 'server'))),
  ]);
  const files = await packFiles(join(folder, 'client'));
  await writeFile(join(folder, 'shell-manifest.json'), JSON.stringify(describeShell(files, chunks)));
}

const bundledDoor = {
  test: inRoot('shell/src/remotes/load-exposed-module.ts'),
  enforce: 'pre',
  loader: require.resolve('./bundled-remote-loader.cjs'),
  options: {
    remoteDir: inRoot(MEASURED),
    page: 'classroom',
    module: 'pages/classroom-page.tsx',
    component: 'ClassroomPage',
    otherDirs: Object.fromEntries(
      remotes.filter((name) => name !== MEASURED).map((name) => [containerName(name), inRoot(name)]),
    ),
  },
};

const withPath = (config, path) => ({ ...config, output: { ...config.output, path } });
