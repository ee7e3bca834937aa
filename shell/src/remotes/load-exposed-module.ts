import type { RegisteredRemote } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';

import { digestOf, trustFiles } from './file-digests';
import { GIVE_UP_MS } from './timeouts';

/** Adds to the federation runtime that an entry has the digest of the registry, and how long the page waits for it. */
const sealedEntries: ModuleFederationRuntimePlugin = {
  name: 'sealed-entries',
  createScript({ url }) {
    const script = document.createElement('script');
    script.src = url;
    script.crossOrigin = 'anonymous';
    script.integrity = digestOf(url);
    return { script, timeout: GIVE_UP_MS };
  },
};

/**
 * Loads the module that a remote exposes.
 *
 * @param entry Whole URL of its entry for this attempt.
 * @param isFurther replaces what an earlier attempt has left in the page.
 */
export async function loadExposedModule(
  { container, integrity, entryType, ...release }: RegisteredRemote,
  entry: string,
  isFurther: boolean,
): Promise<RemoteDoor> {
  trustFiles(release.isFromSource ? { [release.entry]: '' } : integrity);
  if (entryType) await (await import('./preload-module')).preloadModule(entry);
  registerPlugins([sealedEntries]);
  registerRemotes([{ name: container, entry, ...(entryType && { type: entryType }) }], { force: isFurther });
  const exposed = await loadRemote<RemoteDoor>(`${container}/remote`);
  if (!exposed) throw new Error(`${entry} exposes no remote`);
  return exposed;
}

/**
 * Removes the chunks of a container's other release from the page, because they have the same names.
 *
 * Parts of that release that are on screen can load no more chunks afterwards; they are about to be replaced.
 */
export function forgetChunks(container: string): void {
  Reflect.deleteProperty(globalThis, `webpackChunk${container}`);
}
