/** The file that module federation writes for a build; its name depends on the folder of the checkout. */
const ENTRY = /[\\/]\.federation[\\/]entry\.[\da-f]+\.js$/;
const ENTRY_ID = 1;

/**
 * Sets the same module id in every checkout for the entry that Module Federation writes. By its name it would get
 * another one in each folder, and with it the shell another digest and size.
 */
export class StableEntryIdPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.compilation.tap('StableEntryId', (compilation) => {
      compilation.hooks.moduleIds.tap('StableEntryId', (modules) => {
        for (const module of modules)
          if (ENTRY.test(module.nameForCondition() ?? '')) compilation.chunkGraph.setModuleId(module, ENTRY_ID);
      });
    });
  }
}
