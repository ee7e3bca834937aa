import type { RegisteredRemote } from '@manabiba/shared/page/boot-data';
import { waitFor } from '@testing-library/react';

import { loadDoor } from './load-door';

const NAME = 'mf_events';
const ENTRY = 'http://localhost/mf-events/1.0.0/remote-entry.js';
const scope = { react: {} };
const release = { container: NAME, entry: ENTRY, integrity: { [ENTRY]: 'sha384-abc' } } as unknown as RegisteredRemote;

/** The federation runtime's state of the shell and of each remote. */
let instances: { name: string; shareScopeMap: object }[];

/** The script element that was added to the page; the test decides whether it loads. */
async function script(): Promise<HTMLScriptElement> {
  return waitFor(() => {
    const found = document.head.querySelector<HTMLScriptElement>(`script[src="${ENTRY}"]`);
    if (!found) throw new Error('no script');
    return found;
  });
}

function aContainer(door: object) {
  return { init: jest.fn(), get: jest.fn(() => Promise.resolve(() => door)) };
}

async function arrive(container: object | undefined): Promise<void> {
  Reflect.set(globalThis, NAME, container);
  (await script()).dispatchEvent(new Event('load'));
}

beforeEach(() => {
  instances = [{ name: 'shell', shareScopeMap: { default: scope } }];
  Reflect.set(globalThis, '__FEDERATION__', { __INSTANCES__: instances });
  Reflect.set(globalThis, NAME, undefined);
});
afterEach(() => {
  document.head.querySelectorAll('script').forEach((left) => left.remove());
  Reflect.deleteProperty(globalThis, '__FEDERATION__');
});

it('loads the entry with its digest, initializes its container with the share scope, and opens the door', async () => {
  const door = { pages: {}, slots: {} };
  const container = aContainer(door);
  const loading = loadDoor(release, ENTRY, false);
  expect((await script()).integrity).toBe('sha384-abc');
  expect((await script()).crossOrigin).toBe('anonymous');
  await arrive(container);
  expect(await loading).toBe(door);
  expect(container.init).toHaveBeenCalledWith(scope, [], expect.objectContaining({ shareScopeKeys: 'default' }));
  expect(container.init.mock.calls[0][2].shareScopeMap).toEqual({ default: scope });
  expect(container.get).toHaveBeenCalledWith('./remote');
  expect(document.head.querySelectorAll('script')).toHaveLength(0);
});

it('rejects when the entry does not load, and removes its script', async () => {
  const loading = loadDoor(release, ENTRY, false);
  (await script()).dispatchEvent(new Event('error'));
  await expect(loading).rejects.toThrow('did not load');
  expect(document.head.querySelectorAll('script')).toHaveLength(0);
});

it('rejects when the entry throws before it has created its container', async () => {
  const loading = loadDoor(release, ENTRY, false);
  await arrive(undefined);
  await expect(loading).rejects.toThrow('did not register the container');
});

it('rejects when the container does not accept the share scope', async () => {
  const container = aContainer({});
  container.init.mockImplementation(() => {
    throw new Error('Version 19.0.0 of shared singleton module react does not satisfy ^20.0.0');
  });
  const loading = loadDoor(release, ENTRY, false);
  await arrive(container);
  await expect(loading).rejects.toThrow('does not satisfy');
});

it('reuses nothing of an earlier attempt', async () => {
  instances.push({ name: NAME, shareScopeMap: {} });
  Reflect.set(globalThis, NAME, aContainer({ pages: 'of the first attempt' }));
  const loading = loadDoor(release, ENTRY, true);
  expect(Reflect.get(globalThis, NAME)).toBeUndefined();
  expect(instances.map(({ name }) => name)).toEqual(['shell']);
  const door = { pages: {}, slots: {} };
  await arrive(aContainer(door));
  expect(await loading).toBe(door);
});
