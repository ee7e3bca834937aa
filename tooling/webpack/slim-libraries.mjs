import { createRequire } from 'node:module';

import webpack from 'webpack';

import { inRoot } from '../root.mjs';

const require = createRequire(import.meta.url);

/** Library modules that are replaced by shorter ones of ours, by the end of their path. */
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

/** Adds our replacements to a build. docs/decisions/0012 lists the savings of each. */
export const slimModules = () =>
  standIns.map(([path, name]) => new webpack.NormalModuleReplacementPlugin(path, inRoot('tooling/webpack/slim', name)));

/** Removes unused parts of the router. */
export const slimRouter = {
  test: /[\\/]react-router[\\/]dist[\\/]\w+[\\/]chunk-\w+\.mjs$/,
  loader: require.resolve('./mark-pure-loader.cjs'),
};

/** Shortens the errors of React that its production build writes in full. */
export const slimReact = {
  test: /[\\/]react[\\/]cjs[\\/]react\.production\.js$/,
  loader: require.resolve('./short-messages-loader.cjs'),
};
