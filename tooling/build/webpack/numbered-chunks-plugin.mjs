/**
 * Numbers the files of chunks, except those of pages and slots, by whose names the gate speaks of them.
 *
 * Every entry contains the names of its files. A function as `chunkFilename` could number them too, but webpack then
 * writes each whole name into the entry; of one pattern for all of them it writes only the parts that differ.
 */
export class NumberedChunksPlugin {
  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('NumberedChunks', (compilation) => {
      // Imports have been joined by their names, and ids chosen.
      compilation.hooks.afterOptimizeChunkIds.tap('NumberedChunks', (chunks) => {
        for (const chunk of chunks)
          if (!chunk.canBeInitial() && !isNamed.test(chunk.name ?? '')) chunk.name = undefined;
      });
    });
  }
}

/** The manifest for the tools of Module Federation finds the exposed module by the name of its chunk. */
const isNamed = /^(door$|page-|slot-)/;
