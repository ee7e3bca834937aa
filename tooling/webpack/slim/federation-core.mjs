import { satisfy } from './plain-ranges.mjs';

/*
 * Replaces the core of the federation runtime, which the shell gives to the remotes of its page: all that this product
 * uses of it is one share scope. The library's core also loads remotes, which shell/src/remotes/load-door.ts does, and
 * runs hooks, snapshots and tree-shaken shares, of which there are none here.
 *
 * The names are the library's: builds with its own bundler runtime (of older releases, or in development) run on this.
 */

/**
 * @typedef {() => unknown} Factory Returns a shared module.
 *
 * @typedef {object} ShareConfig
 * @property {string | false} [requiredVersion]
 * @property {boolean} [strictVersion]
 *
 * @typedef {object} Shared One version of a shared module in the share scope.
 * @property {string} version
 * @property {string} from Name of the build that gives it.
 * @property {string[]} useIn Names of the builds that use it.
 * @property {string[]} scope
 * @property {() => Factory | Promise<Factory>} get
 * @property {Factory} [lib] What `get` has returned.
 * @property {boolean} [loaded]
 * @property {Promise<Factory>} [loading]
 *
 * @typedef {{ scope: string[], shareConfig: ShareConfig }} ShareInfo What a build requires of a shared module.
 *
 * @typedef {object} Options
 * @property {string} name
 * @property {string} [id]
 * @property {Record<string, Omit<Shared, 'from' | 'useIn'>[]>} [shared]
 * @property {{ beforeInit?: (init: object) => void }[]} [plugins]
 */

export { satisfy };
export { Global as CurrentGlobal };
export const Global = /** @type {Record<string, any>} */ (globalThis);
/** The library's helpers spread it when their module loads. */
export const helpers = { global: {}, share: {}, utils: {} };

/** The builds of the page: the shell and its remotes. */
const federation = (Global.__FEDERATION__ ??= {});
federation.__INSTANCES__ ??= [];

/** @param {ModuleFederation} instance */
export const setGlobalFederationInstance = (instance) => federation.__INSTANCES__.push(instance);
export const setGlobalFederationConstructor = () => undefined;
export const getGlobalFederationConstructor = () => ModuleFederation;

/** What one build shares with the others of its page, and takes from them. */
export class ModuleFederation {
  /** @param {Options} options */
  constructor(options) {
    this.name = options.name;
    /** @type {Record<string, Record<string, Record<string, Shared>>>} */
    this.shareScopeMap = {};
    this.options = { ...options, shared: /** @type {Record<string, Shared[]>} */ ({}) };
    this.initOptions(options);
  }

  /** @param {Options} given */
  initOptions({ shared = {}, ...options }) {
    for (const plugin of options.plugins ?? [])
      plugin.beforeInit?.({ origin: this, userOptions: options, options: this.options });
    Object.assign(this.options, options);
    this.registerShared(shared);
    return this.options;
  }

  /** @param {NonNullable<Options['shared']>} shared */
  registerShared(shared) {
    for (const [name, versions] of Object.entries(shared))
      (this.options.shared[name] ??= []).push(
        ...versions.map((given) => ({ from: this.name, useIn: /** @type {string[]} */ ([]), ...given })),
      );
  }

  /**
   * Takes the share scope of the page.
   * @param {string} scope
   * @param {Record<string, Record<string, Shared>>} map
   */
  initShareScopeMap(scope, map) {
    this.shareScopeMap[scope] = map;
  }

  /**
   * Puts into the share scope what this build shares. What is there stays.
   * @param {string} scope
   */
  initializeSharing(scope) {
    const map = (this.shareScopeMap[scope] ??= {});
    for (const [name, versions] of Object.entries(this.options.shared))
      for (const shared of versions) if (shared.scope.includes(scope)) (map[name] ??= {})[shared.version] ??= shared;
    return [];
  }

  /**
   * Returns the factory of a shared module, or false when nobody shares it. Rejects when its version does not suit.
   * @param {string} name
   * @param {{ customShareInfo: ShareInfo }} required
   */
  async loadShare(name, { customShareInfo }) {
    const shared = this.find(name, customShareInfo);
    if (!shared) return false;
    return shared.lib ?? (shared.loading ??= load(shared));
  }

  /**
   * Like `loadShare`, for modules that their build has at hand.
   * @param {string} name
   * @param {{ customShareInfo: ShareInfo }} required
   */
  loadShareSync(name, { customShareInfo }) {
    const shared = this.find(name, customShareInfo);
    return shared && (shared.lib ?? keep(shared, /** @type {Factory} */ (shared.get())));
  }

  /**
   * @param {string} name
   * @param {ShareInfo} required
   */
  find(name, { scope, shareConfig: { requiredVersion, strictVersion } }) {
    for (const each of scope) {
      this.initializeSharing(each);
      const versions = Object.values(this.shareScopeMap[each]?.[name] ?? {});
      if (versions.length === 0) continue;
      const shared = versions.reduce((best, other) => (satisfy(best.version, `<=${other.version}`) ? other : best));
      if (requiredVersion && !satisfy(shared.version, requiredVersion)) {
        const message = `Version ${shared.version} of the shared module ${name} does not satisfy the requirement of ${this.name}: ${requiredVersion}`;
        if (strictVersion) throw new Error(message);
        console.warn(message);
      }
      if (!shared.useIn.includes(this.name)) shared.useIn.push(this.name);
      return shared;
    }
    return undefined;
  }
}

/** @param {Shared} shared */
async function load(shared) {
  try {
    return keep(shared, await shared.get());
  } finally {
    // A failed attempt is not the last one.
    delete shared.loading;
  }
}

/**
 * @param {Shared} shared
 * @param {Factory} lib
 */
function keep(shared, lib) {
  shared.lib = lib;
  shared.loaded = true;
  return lib;
}
