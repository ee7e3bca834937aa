/** For esbuild: packages are loaded from node_modules, what is ours goes into the bundle. */
export const packagesOutside = {
  name: 'packages-outside',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@manabiba/') ? undefined : { path, external: true },
    );
  },
};
