import type { RegisteredRemote } from '@manabiba/shared/page/boot-data';
import type { RemoteDoor } from '@manabiba/shared/page/remote-door';
import {
  loadRemote,
  type ModuleFederationRuntimePlugin,
  registerPlugins,
  registerRemotes,
} from '@module-federation/enhanced/runtime';
import { global as federation } from '@module-federation/runtime/helpers';

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
  async loadEntry({ remoteInfo: { type, entry } }) {
    if (type === 'module') await (await import('./preload-module')).preloadModule(entry);
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
  registerPlugins([sealedEntries]);
  registerRemotes([{ name: container, entry, ...(entryType && { type: entryType }) }], { force: isFurther });
  const exposed = await loadRemote<RemoteDoor>(`${container}/remote`);
  if (!exposed) throw new Error(`${entry} exposes no remote`);
  showToTools(container, release.version, entry);
  return exposed;
}

/** Shows the shell to the developer tools of Module Federation. Must be called before a remote is loaded. */
export function showShellToTools(version: string): void {
  federation.addGlobalSnapshot({
    shell: {
      version,
      buildVersion: version,
      remotesInfo: {},
      shared: [],
      consumerList: [],
      remoteTypesZip: '',
      remoteTypesAPI: '',
    },
  });
}

/** Adds a loaded remote to what these tools show. */
function showToTools(container: string, version: string, entry: string): void {
  const { shell } = federation.getGlobalSnapshot();
  if (!shell || !('remotesInfo' in shell)) return;
  federation.addGlobalSnapshot({
    shell: { ...shell, remotesInfo: { ...shell.remotesInfo, [container]: { matchedVersion: version } } },
    [`${container}:${version}`]: { version, remoteEntry: entry, globalName: container },
  });
}

/**
 * Removes the chunks of a container's other release from the page, because they have the same names.
 *
 * Parts of that release that are on screen can load no more chunks afterwards; they are about to be replaced.
 */
export function forgetChunks(container: string): void {
  Reflect.deleteProperty(globalThis, `webpackChunk${container}`);
}
