import type { RegisteredRemote } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import type { ModuleFederation } from '@module-federation/enhanced/runtime';

import { digestOf, trustFiles } from './file-digests';
import { GIVE_UP_MS } from './timeouts';

/** The container of a remote, as webpack's module federation makes it. */
interface Container {
  init(shareScope: unknown, initScope: unknown[], options: object): Promise<void> | void;
  get(module: string): Promise<() => unknown>;
}

/** The default share scope of module federation. */
const SCOPE = 'default';

/**
 * Loads the door of a remote and gives it the shell's React and facade.
 *
 * The federation runtime can load remotes too, at 4 KB on every first screen; the protocol between host and container
 * is these few lines.
 *
 * @param entry Whole URL of its entry for this attempt.
 * @param isFurther replaces what an earlier attempt has left in the page.
 */
export async function loadDoor(
  { container: name, integrity, ...release }: RegisteredRemote,
  entry: string,
  isFurther: boolean,
): Promise<RemoteDoor> {
  trustFiles(release.isFromSource ? { [release.entry]: '' } : integrity);
  if (isFurther) forgetContainer(name);
  await loadEntry(entry);
  const container = Reflect.get(globalThis, name) as Container | undefined;
  if (!container) throw new Error(`${entry} did not register the container ${name}`);
  const { shareScopeMap } = shell();
  // The runtime copies the options, but must not copy the map: all containers share it.
  const options = Object.defineProperty({ version: '', shareScopeKeys: SCOPE }, 'shareScopeMap', {
    value: shareScopeMap,
  });
  await container.init(shareScopeMap[SCOPE], [], options);
  const open = await container.get('./remote');
  return open() as RemoteDoor;
}

/** Loads an entry. Rejects when it fails or times out. */
function loadEntry(url: string): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  script.crossOrigin = 'anonymous';
  script.integrity = digestOf(url);
  return new Promise<void>((resolve, reject) => {
    const fail = () => reject(new Error(`${url} did not load`));
    script.onload = () => resolve();
    script.onerror = fail;
    setTimeout(fail, GIVE_UP_MS);
    document.head.append(script);
  }).finally(() => script.remove());
}

/** Lets the entry of a further attempt start as if it were the first one. */
function forgetContainer(name: string): void {
  // The container is a global `var`, which cannot be deleted.
  Reflect.set(globalThis, name, undefined);
  const instances = globalThis.__FEDERATION__?.__INSTANCES__ ?? [];
  const index = instances.findIndex((instance) => instance.name === name);
  if (index >= 0) instances.splice(index, 1);
}

/**
 * Removes the chunks of a container's other release from the page, because they have the same names.
 *
 * Parts of that release that are on screen can load no more chunks afterwards; they are about to be replaced.
 */
export function forgetChunks(container: string): void {
  Reflect.deleteProperty(globalThis, `webpackChunk${container}`);
}

function shell(): ModuleFederation {
  const instance = globalThis.__FEDERATION__?.__INSTANCES__.find(({ name }) => name === 'shell');
  if (!instance) throw new Error('The page was built without federation');
  return instance;
}
