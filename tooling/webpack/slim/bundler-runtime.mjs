import { ModuleFederation, setGlobalFederationInstance } from '@module-federation/runtime-core';

/*
 * Replaces the part of the federation runtime that every build contains, the shell and each remote: it connects the
 * build's modules with the share scope. The library's part also supports remotes of remotes, tree-shaken shares and
 * several share scopes. The code that webpack's federation plugin writes calls these names.
 */

/**
 * @typedef {() => unknown} Factory Returns a shared module.
 *
 * @typedef {object} Consumed How a build consumes a shared module.
 * @property {string} shareKey
 * @property {string[]} shareScope
 * @property {() => Factory} fallback
 * @property {string | false} requiredVersion
 * @property {boolean} strictVersion
 *
 * @typedef {object} WebpackRequire What is used of webpack's `__webpack_require__`.
 * @property {Record<string, (module: { exports: unknown }) => void>} m The modules of the build.
 * @property {Record<string, unknown>} c The modules that have run.
 * @property {object} S The share scopes.
 * @property {(scope: string, initScope?: unknown[]) => Promise<boolean>} I
 * @property {{ moduleIdToConsumeDataMapping: Record<string, Consumed> }} consumesLoadingData
 * @property {{ instance: ModuleFederation, initOptions: ConstructorParameters<typeof ModuleFederation>[0] }} federation
 *
 * @typedef {object} Consumes
 * @property {Record<string, Promise<void> | 0>} installedModules Those that are ready or being loaded.
 * @property {WebpackRequire} webpackRequire
 */

/** @param {{ webpackRequire: WebpackRequire }} given */
function init({ webpackRequire: { federation } }) {
  const instance = new ModuleFederation(federation.initOptions);
  setGlobalFederationInstance(instance);
  return instance;
}

/** @param {WebpackRequire} webpackRequire */
function attachShareScopeMap(webpackRequire) {
  webpackRequire.S = webpackRequire.federation.instance.shareScopeMap;
}

/** @param {{ webpackRequire: WebpackRequire, shareScopeName: string }} given */
async function initializeSharing({ webpackRequire, shareScopeName }) {
  // The library's own core, of an older shell, asks for the build.
  void webpackRequire.federation.instance.initializeSharing(shareScopeName, { from: 'build' });
  return true;
}

/**
 * A remote takes the share scope of its page.
 * @param {{ webpackRequire: WebpackRequire, shareScope: {}, shareScopeKey: string, initScope: unknown[], remoteEntryInitOptions: object }} given
 */
function initContainerEntry({ webpackRequire, shareScope, shareScopeKey, initScope, remoteEntryInitOptions }) {
  const { instance, initOptions } = webpackRequire.federation;
  instance.initOptions(/** @type {typeof initOptions} */ ({ name: initOptions.name, ...remoteEntryInitOptions }));
  instance.initShareScopeMap(shareScopeKey, shareScope);
  attachShareScopeMap(webpackRequire);
  return webpackRequire.I(shareScopeKey, initScope);
}

/**
 * Makes the shared modules of a chunk available before it runs. A module that cannot be had throws when it is imported.
 * @param {Consumes & { chunkId: string, promises: unknown[], chunkMapping: Record<string, string[]> }} given
 */
function consumes({ chunkId, promises, chunkMapping, installedModules, webpackRequire }) {
  for (const id of chunkMapping[chunkId] ?? []) {
    installedModules[id] ??= load(webpackRequire, id).then(
      (factory) => {
        installedModules[id] = 0;
        provide(webpackRequire, id, factory);
      },
      (error) => {
        delete installedModules[id];
        provide(webpackRequire, id, () => {
          throw error;
        });
      },
    );
    promises.push(installedModules[id]);
  }
}

/**
 * Makes the shared modules of the shell's first chunk available without a wait.
 * @param {Consumes & { initialConsumes: string[] }} given
 */
function installInitialConsumes({ initialConsumes, installedModules, webpackRequire }) {
  for (const id of initialConsumes)
    provide(webpackRequire, id, () => {
      installedModules[id] = 0;
      const factory = webpackRequire.federation.instance.loadShareSync(...wantedOf(webpackRequire, id));
      if (typeof factory !== 'function') throw new Error(`Shared module is not available for eager consumption: ${id}`);
      return factory();
    });
}

/**
 * @param {WebpackRequire} webpackRequire
 * @param {string} id
 */
async function load(webpackRequire, id) {
  const factory = await webpackRequire.federation.instance.loadShare(...wantedOf(webpackRequire, id));
  return factory || dataOf(webpackRequire, id).fallback();
}

/**
 * @param {WebpackRequire} webpackRequire
 * @param {string} id
 * @param {Factory} factory
 */
function provide(webpackRequire, id, factory) {
  webpackRequire.m[id] = (module) => {
    delete webpackRequire.c[id];
    module.exports = factory();
  };
}

/**
 * Returns the arguments of `loadShare`.
 * @param {WebpackRequire} webpackRequire
 * @param {string} id
 * @returns {[string, { customShareInfo: object }]}
 */
function wantedOf(webpackRequire, id) {
  const { shareKey, shareScope: scope, ...shareConfig } = dataOf(webpackRequire, id);
  return [shareKey, { customShareInfo: { scope, shareConfig } }];
}

/**
 * @param {WebpackRequire} webpackRequire
 * @param {string} id
 */
const dataOf = (webpackRequire, id) =>
  /** @type {Consumed} */ (webpackRequire.consumesLoadingData.moduleIdToConsumeDataMapping[id]);

/** Becomes webpack's `__webpack_require__.federation`. */
// oxlint-disable-next-line import/no-default-export -- the plugin's code imports it so
export default {
  /** Asked for only to see whether the federation is complete. */
  runtime: {},
  bundlerRuntime: { init, I: initializeSharing, S: {}, initContainerEntry, consumes, installInitialConsumes },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
