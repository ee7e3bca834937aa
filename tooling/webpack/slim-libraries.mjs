import { createRequire } from 'node:module';

import webpack from 'webpack';

import { inRoot } from '../root.mjs';

const require = createRequire(import.meta.url);

/** Modules of libraries that have a shorter one of ours in their place, by the end of their path. */
const standIns = /** @type {[RegExp, string][]} */ ([
  [/[\\/]lucide-react[\\/]dist[\\/]esm[\\/]createLucideIcon\.mjs$/, 'lucide-icon.mjs'],
  [/[\\/]runtime-core[\\/]dist[\\/]plugins[\\/]snapshot[\\/]SnapshotHandler\.js$/, 'no-snapshots.mjs'],
  [/[\\/]runtime-core[\\/]dist[\\/]((module|remote)[\\/]index|utils[\\/](load|manifest))\.js$/, 'no-remotes.mjs'],
  [/[\\/]runtime-core[\\/]dist[\\/]utils[\\/]semver[\\/]index\.js$/, 'plain-ranges.mjs'],
  [/[\\/]@module-federation[\\/]sdk[\\/]dist[\\/]dom\.js$/, 'no-remotes.mjs'],
  [/[\\/]runtime-core[\\/]dist[\\/]utils[\\/]preload\.js$/, 'no-preloads.mjs'],
  [/[\\/]webpack-bundler-runtime[\\/]dist[\\/]init\.js$/, 'plain-init.mjs'],
  [/[\\/]webpack-bundler-runtime[\\/]dist[\\/]getSharedFallbackGetter\.js$/, 'no-fallbacks.mjs'],
  [/[\\/]error-codes[\\/]dist[\\/]desc\.mjs$/, 'no-descriptions.mjs'],
  [/[\\/]@module-federation[\\/]sdk[\\/]dist[\\/]logger\.js$/, 'plain-logger.mjs'],
]);

/** Puts our stand-ins into a build. docs/decisions/0012 says what each of them saves. */
export const slimModules = () =>
  standIns.map(([path, name]) => new webpack.NormalModuleReplacementPlugin(path, inRoot('tooling/webpack/slim', name)));

/** Lets go of the parts of the router that nobody uses. */
export const slimRouter = {
  test: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]chunk-\w+\.mjs$/,
  loader: require.resolve('./mark-pure-loader.cjs'),
};
