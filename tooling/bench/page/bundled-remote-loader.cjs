const { join } = require('node:path');

/**
 * In place of the shell's loading of remotes: the exposed module of the one that is measured, bundled, with the
 * measured page in the first file. Everything else, also the other remotes by their containers, stays a chunk that is
 * fetched when it is wanted, as one team would build it.
 * @this {import('webpack').LoaderContext<{
 *   remoteDir: string, page: string, module: string, component: string, otherDirs: Record<string, string>,
 * }>}
 */
module.exports = function bundledDoor() {
  const { remoteDir, page, module: path, component, otherDirs } = this.getOptions();
  const others = Object.entries(otherDirs).map(
    ([container, dir]) => `${container}: () => import(${JSON.stringify(join(dir, 'src/remote.tsx'))}),`,
  );
  return `
    import { ${component} } from ${JSON.stringify(join(remoteDir, 'src', path))};
    import { pages, slots } from ${JSON.stringify(join(remoteDir, 'src/remote.tsx'))};
    const others = { ${others.join('\n')} };
    const measured = { pages: { ...pages, ${page}: async () => ${component} }, slots };
    export const loadExposedModule = async ({ container }) => others[container]?.() ?? measured;
    export const forgetChunks = () => undefined;
    export const showShellToTools = () => undefined;
  `;
};
