import type { RemoteDoor } from '@manabiba/shared/composition/remote-door';
import { loadRemote, type ModuleFederationRuntimePlugin, registerPlugins, registerRemotes } from '@module-federation/enhanced/runtime';
import { GIVE_UP_MS } from './patience';

/** The runtime waits 20 s for a script by itself: longer than anybody looks at a message that says it failed. */
const impatience: ModuleFederationRuntimePlugin = {
  name: 'impatience',
  createScript: () => ({ timeout: GIVE_UP_MS }),
};

let isPrepared = false;

/**
 * Loads the door of a remote by the federation runtime, which gives it the shell's React and facade.
 *
 * @param isFurther replaces what the runtime remembers of an earlier attempt.
 */
export async function loadDoor(container: string, entry: string, isFurther: boolean): Promise<RemoteDoor> {
  if (!isPrepared) {
    registerPlugins([impatience]);
    isPrepared = true;
  }
  registerRemotes([{ name: container, entry: new URL(entry, location.href).href }], { force: isFurther });
  const door = await loadRemote<RemoteDoor>(`${container}/remote`);
  if (!door) throw new Error(`${container} exposes no door`);
  return door;
}
