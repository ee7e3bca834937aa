const { join } = require('node:path');

/**
 * In place of the shell's way to remotes: the door of the one that is measured, bundled, with the measured page in the
 * first file. Everything else of it stays a chunk that is fetched when it is wanted, as one team would build it.
 * @this {import('webpack').LoaderContext<{ remoteDir: string, page: string, module: string, component: string }>}
 */
module.exports = function bundledDoor() {
  const { remoteDir, page, module: path, component } = this.getOptions();
  return `
    import { ${component} } from ${JSON.stringify(join(remoteDir, 'src', path))};
    import { pages, slots } from ${JSON.stringify(join(remoteDir, 'src/remote.tsx'))};
    export const loadDoor = async () => ({ pages: { ...pages, ${page}: async () => ${component} }, slots });
    export const forgetChunks = () => undefined;
  `;
};
