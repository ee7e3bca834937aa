import type { AppConfig, RegisteredRemote } from '@manabiba/shared/page/boot-data';
import { init } from '@module-federation/enhanced/runtime';
import { global as federation } from '@module-federation/runtime/helpers';
import { waitFor } from '@testing-library/react';

import { showToTools } from './federation-tools';
import { loadExposedModule } from './load-exposed-module';

const NAME = 'mf_events';
const ENTRY = 'http://localhost/mf-events/1.0.0/remote-entry.js';
const RETRIED = 'http://localhost/~r1/mf-events/1.0.0/remote-entry.js';
const release = {
  container: NAME,
  version: '1.0.0',
  entry: ENTRY,
  integrity: { [ENTRY]: 'sha384-abc' },
} as unknown as RegisteredRemote;
const exposed = { pages: {}, slots: {} };

// In the product the build of the shell does this.
const shell = init({ name: 'shell', remotes: [] });

/** The script element that was added to the page; the test decides whether it loads. */
async function script(url = ENTRY): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>(`script[src="${url}"]`);
    if (!found) throw new Error('no script');
    return found;
  });
}

function aContainer(content: object = exposed) {
  return { init: jest.fn(), get: jest.fn(() => Promise.resolve(() => content)) };
}

async function arrive(container: object | undefined, url = ENTRY): Promise<void> {
  const tag = await script(url);
  Reflect.set(globalThis, NAME, container);
  tag.dispatchEvent(new Event('load'));
}

beforeEach(() => {
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  // Each test starts without the leftovers of the previous one.
  shell.registerRemotes([{ name: NAME, entry: ENTRY }], { force: true });
});
afterEach(() => {
  document.head.querySelectorAll('script').forEach((left) => left.remove());
  Reflect.set(globalThis, NAME, undefined);
});

it('loads the entry with its digest, initializes its container with the share scope, and returns the exposed module', async () => {
  const container = aContainer();
  const loading = loadExposedModule(release, ENTRY, false);
  expect((await script()).integrity).toBe('sha384-abc');
  expect((await script()).crossOrigin).toBe('anonymous');
  await arrive(container);
  expect(await loading).toBe(exposed);
  expect(container.init.mock.calls[0]?.[0]).toBe(shell.shareScopeMap.default);
  expect(container.get).toHaveBeenCalledWith('./remote');
  expect(document.head.querySelectorAll('script')).toHaveLength(0);
});

it('shows the shell and the live remotes to the developer tools of Module Federation', () => {
  showToTools({
    config: { shellVersion: '5e11' } as AppConfig,
    registry: { remotes: { 'mf-events': { ...release, entry: '/mf-events/1.0.0/remote-entry.js' } } },
  });
  expect(federation.getGlobalSnapshot()).toMatchObject({
    shell: { version: '5e11', remotesInfo: { [NAME]: { matchedVersion: '1.0.0' } } },
    [`${NAME}:1.0.0`]: { version: '1.0.0', remoteEntry: ENTRY, globalName: NAME },
  });
});

it('rejects when the entry does not load, and removes its script', async () => {
  const loading = loadExposedModule(release, ENTRY, false);
  (await script()).dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('Failed to load script');
  expect(document.head.querySelectorAll('script')).toHaveLength(0);
});

it('rejects when the entry throws before it has created its container', async () => {
  const loading = loadExposedModule(release, ENTRY, false);
  await arrive(undefined);
  await expect(loading).rejects.toThrow('RUNTIME-001');
});

it('rejects when the container does not accept the share scope', async () => {
  const container = aContainer();
  container.init.mockImplementation(() => {
    throw new Error('Version 19.0.0 of shared singleton module react does not satisfy ^20.0.0');
  });
  const loading = loadExposedModule(release, ENTRY, false);
  await arrive(container);
  await expect(loading).rejects.toThrow('does not satisfy');
});

it('reuses nothing of an earlier attempt', async () => {
  const first = loadExposedModule(release, ENTRY, false);
  await arrive(aContainer({ pages: 'of the first attempt' }));
  await first;
  const loading = loadExposedModule(release, RETRIED, true);
  expect((await script(RETRIED)).integrity).toBe('sha384-abc');
  expect(Reflect.get(globalThis, NAME)).toBeUndefined();
  await arrive(aContainer(), RETRIED);
  expect(await loading).toBe(exposed);
});
