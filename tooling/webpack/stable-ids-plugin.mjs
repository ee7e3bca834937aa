/** The modules that module federation makes for a build, and their ids. Their names hold the folder of the checkout. */
const MADE = [/[\\/]\.federation[\\/]entry\.[\da-f]+\.js$/, /^container entry /];

/**
 * Gives the modules that module federation makes the same ids in every checkout. By their names they would get other
 * ones in each folder, and with them the build other digests and sizes.
 */
export class StableIdsPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('StableIds', (compilation) => {
      compilation.hooks.moduleIds.tap('StableIds', (modules) => {
        for (const module of modules) {
          const index = MADE.findIndex((name) => name.test(module.nameForCondition() ?? module.identifier()));
          if (index >= 0) compilation.chunkGraph.setModuleId(module, index + 1);
        }
      });
    });
  }
}
