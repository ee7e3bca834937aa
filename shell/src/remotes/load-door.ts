import type { RegisteredRemote } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import type { ModuleFederation, ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

import { digestOf, trustFiles } from './file-digests';
import { GIVE_UP_MS } from './timeouts';

const entries: ModuleFederationRuntimePlugin = {
  name: 'entries',
  createScript({ url }) {
    const script = document.createElement('script');
    script.src = url;
    script.crossOrigin = 'anonymous';
    script.integrity = digestOf(url);
    // The runtime waits 20 s by itself: longer than anybody looks at a message that says it failed.
    return { script, timeout: GIVE_UP_MS };
  },
};

let shell: ModuleFederation | undefined;

/**
 * Loads the door of a remote by the federation runtime, which gives it the shell's React and facade.
 *
 * @param entry Whole URL of its entry for this attempt.
 * @param isFurther replaces what the runtime remembers of an earlier attempt.
 */
export async function loadDoor(
  { container, integrity, ...release }: RegisteredRemote,
  entry: string,
  isFurther: boolean,
): Promise<RemoteDoor> {
  shell ??= takeShell();
  trustFiles(release.isFromSource ? { [release.entry]: '' } : integrity);
  shell.registerRemotes([{ name: container, entry }], { force: isFurther });
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
  instance.registerPlugins([entries]);
  return instance;
}
