/** esbuild plugin: packages are loaded from node_modules, our own code is bundled. */
export const packagesOutside = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@manabiba/') ? undefined : { path, external: true },
    );
  },
};
