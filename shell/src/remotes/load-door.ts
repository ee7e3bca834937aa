import type { RemoteDoor } from '@manabiba/shared/composition/remote-door';
import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';
import { GIVE_UP_MS } from './patience';

/** The runtime waits 20 s for a script by itself: longer than anybody looks at a message that says it failed. */
const impatience: ModuleFederationRuntimePlugin = {
  name: 'impatience',
  createScript: () => ({ timeout: GIVE_UP_MS }),
};

let shell: ModuleFederation | undefined;

/**
 * Loads the door of a remote by the federation runtime, which gives it the shell's React and facade.
 *
 * @param isFurther replaces what the runtime remembers of an earlier attempt.
 */
export async function loadDoor(container: string, entry: string, isFurther: boolean): Promise<RemoteDoor> {
  shell ??= takeShell();
  shell.registerRemotes([{ name: container, entry: new URL(entry, location.href).href }], { force: isFurther });
  const door = await shell.loadRemote<RemoteDoor>(`${container}/remote`);
  if (!door) throw new Error(`${container} exposes no door`);
  return door;
}

/**
 * Lets a container begin without the chunks that another release of it has put into the page: they go by the same names.
 *
 * What is on screen of that release can load no further chunks of its own after this; it is about to be replaced.
 */
export function forgetChunks(container: string): void {
  Reflect.deleteProperty(globalThis, `webpackChunk${container}`);
}

/** The build has put the runtime into the page already; importing its package would ship it a second time (17 KB). */
function takeShell(): ModuleFederation {
  const instance = globalThis.__FEDERATION__?.__INSTANCES__.find(({ name }) => name === 'shell');
  if (!instance) throw new Error('The page was built without federation');
  instance.registerPlugins([impatience]);
  return instance;
}
