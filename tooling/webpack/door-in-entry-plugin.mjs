import webpack from 'webpack';

/**
 * Inlines the door of a remote into its entry: a chunk of half a kilobyte is not worth a request. This is safe because
 * the door only imports pages and slots, by `import()`.
 */
export class DoorInEntryPlugin {
  /** @param {{ container: string, door: string }} names Names of the container's chunk and the door's. */
  constructor(names) {
    this.names = names;
  }

  /** @param {import('webpack').Compiler} compiler */
  apply(compiler) {
    compiler.hooks.thisCompilation.tap('DoorInEntry', (compilation) => {
      compilation.hooks.optimizeChunks.tap(
        { name: 'DoorInEntry', stage: webpack.OptimizationStages.STAGE_ADVANCED },
        () => {
          const entry = compilation.namedChunks.get(this.names.container);
          const door = compilation.namedChunks.get(this.names.door);
          if (!entry || !door || !compilation.chunkGraph.canChunksBeIntegrated(entry, door)) return;
          compilation.chunkGraph.integrateChunks(entry, door);
          compilation.chunks.delete(door);
        },
      );
    });
  }
}
