import bundlerRuntime from './bundler-runtime.mjs';
import { ModuleFederation } from './federation-core.mjs';

// As the alias of the builds.
jest.mock('@module-federation/runtime-core', () => jest.requireActual('./federation-core.mjs'));

/*
 * A page as webpack's federation plugin writes it: a shell that shares eagerly, and remotes that consume. The runtime
 * parts under test are those of production builds.
 */

const react = { name: 'react' };
const REQUIRED = { requiredVersion: '^19.0.0', strictVersion: true, singleton: true };

afterEach(() => jest.restoreAllMocks());

/**
 * @param {object} initOptions
 * @returns {any}
 */
function aBuild(initOptions, consumed = {}) {
  /** @type {any} */
  const webpackRequire = {
    m: {},
    c: {},
    S: {},
    consumesLoadingData: { moduleIdToConsumeDataMapping: consumed },
    federation: { ...bundlerRuntime, initOptions, instance: /** @type {any} */ (undefined) },
    I: (scope) => bundlerRuntime.bundlerRuntime.I({ webpackRequire, shareScopeName: scope }),
  };
  webpackRequire.federation.instance = bundlerRuntime.bundlerRuntime.init({ webpackRequire });
  bundlerRuntime.attachShareScopeMap(webpackRequire);
  return webpackRequire;
}

const aShell = (version = '19.3.1') =>
  aBuild({
    name: 'shell',
    shared: { react: [{ version, scope: ['default'], shareConfig: {}, get: () => () => react }] },
  });

const consume = (shareKey, changes = {}) => ({
  shareKey,
  shareScope: ['default'],
  fallback: () => () => {
    throw new Error(`Can not get '${shareKey}'`);
  },
  ...REQUIRED,
  ...changes,
});

/** A remote that has taken the share scope of the shell. */
async function aRemote(shell, consumed) {
  const remote = aBuild({ name: 'mf_events', shared: {} }, consumed);
  await remote.federation.bundlerRuntime.initContainerEntry({
    webpackRequire: remote,
    shareScope: shell.federation.instance.shareScopeMap.default,
    shareScopeKey: 'default',
    initScope: [],
    remoteEntryInitOptions: { version: '', shareScopeKeys: 'default' },
  });
  return remote;
}

/** Loads the shared modules of a chunk, and returns how to import one of them. */
async function loadChunk(remote, ids, installedModules = {}) {
  const promises = [];
  remote.federation.bundlerRuntime.consumes({
    chunkId: 'page',
    promises,
    chunkMapping: { page: ids },
    installedModules,
    webpackRequire: remote,
  });
  await Promise.all(promises);
  return (id) => {
    const module = { exports: undefined };
    remote.m[id](module);
    return module.exports;
  };
}

/** Makes the shell's modules available as before its first chunk. */
function startShell(shell) {
  shell.federation.instance.initializeSharing('default');
  return shell;
}

it('gives a remote the copy of the shell, and knows who uses it', async () => {
  const shell = startShell(aShell());
  const remote = await aRemote(shell, { 7: consume('react') });
  const imported = await loadChunk(remote, ['7']);
  expect(imported('7')).toBe(react);
  const { from, useIn, loaded } = shell.federation.instance.shareScopeMap.default.react['19.3.1'];
  expect({ from, useIn, loaded }).toEqual({ from: 'shell', useIn: ['mf_events'], loaded: true });
});

it('asks once for a module that several chunks and remotes use', async () => {
  const get = jest.fn(() => Promise.resolve(() => react));
  const shell = startShell(
    aBuild({ name: 'shell', shared: { react: [{ version: '19.3.1', scope: ['default'], shareConfig: {}, get }] } }),
  );
  const [one, other] = await Promise.all([
    aRemote(shell, { 7: consume('react') }),
    aRemote(shell, { 9: consume('react') }),
  ]);
  const installed = {};
  const [first, , second] = await Promise.all([
    loadChunk(one, ['7'], installed),
    loadChunk(one, ['7'], installed),
    loadChunk(other, ['9']),
  ]);
  expect([first('7'), second('9')]).toEqual([react, react]);
  expect(get).toHaveBeenCalledTimes(1);
});

it.each([
  ['an older major version', '18.3.0'],
  ['a newer major version', '20.0.0'],
])('fails the import of what the shell has in %s, and only that', async (_what, version) => {
  const remote = await aRemote(startShell(aShell(version)), { 7: consume('react') });
  const imported = await loadChunk(remote, ['7']);
  expect(() => imported('7')).toThrow(
    `Version ${version} of the shared module react does not satisfy the requirement of mf_events: ^19.0.0`,
  );
});

it('warns where a build does not insist on its range', async () => {
  const warn = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  const remote = await aRemote(startShell(aShell('18.3.0')), { 7: consume('react', { strictVersion: false }) });
  expect((await loadChunk(remote, ['7']))('7')).toBe(react);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('does not satisfy'));
});

it('fails the import of a module that nobody shares', async () => {
  const remote = await aRemote(startShell(aShell()), { 8: consume('other') });
  const imported = await loadChunk(remote, ['8']);
  expect(() => imported('8')).toThrow("Can not get 'other'");
});

it('tries again for the next chunk after a module could not be had', async () => {
  const get = jest
    .fn()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(() => react);
  const shell = startShell(
    aBuild({ name: 'shell', shared: { react: [{ version: '19.3.1', scope: ['default'], shareConfig: {}, get }] } }),
  );
  const remote = await aRemote(shell, { 7: consume('react') });
  const installed = {};
  const failed = await loadChunk(remote, ['7'], installed);
  expect(() => failed('7')).toThrow('offline');
  expect((await loadChunk(remote, ['7'], installed))('7')).toBe(react);
});

it('has the modules of the shell ready before its first chunk runs', () => {
  const shell = aBuild(
    {
      name: 'shell',
      shared: { react: [{ version: '19.3.1', scope: ['default'], shareConfig: {}, get: () => () => react }] },
    },
    { 5: consume('react'), 6: consume('missing') },
  );
  shell.federation.bundlerRuntime.installInitialConsumes({
    initialConsumes: ['5', '6'],
    installedModules: {},
    webpackRequire: shell,
  });
  const module = { exports: undefined };
  shell.m['5'](module);
  expect(module.exports).toBe(react);
  expect(() => shell.m['6'](module)).toThrow('not available for eager consumption: 6');
});

it('prefers the highest of several versions', async () => {
  const share = (version) => ({ version, scope: ['default'], shareConfig: {}, get: () => () => version });
  const build = new ModuleFederation({ name: 'shell', shared: { react: ['19.2.0', '19.10.0', '19.9.0'].map(share) } });
  const factory = await build.loadShare('react', { customShareInfo: { scope: ['default'], shareConfig: REQUIRED } });
  expect(factory && factory()).toBe('19.10.0');
});

it('runs the plugins of a build, which give the shell’s core to its remotes', () => {
  const beforeInit = jest.fn();
  const build = new ModuleFederation({ name: 'shell', plugins: [{ beforeInit }] });
  expect(beforeInit).toHaveBeenCalledWith(expect.objectContaining({ origin: build, options: build.options }));
});
