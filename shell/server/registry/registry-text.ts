import type { RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';

import { jsonForScript } from '../rendering/html/json-for-script';

const texts = new WeakMap<Registry, string>();

/**
 * Serializes the registry for browsers as JSON, without server-only fields. Written once per reading.
 *
 * @param previous a release to roll back to, for a page in which one has failed.
 */
export function registryText(registry: Registry, previous?: RegisteredRemote): string {
  const known =
    texts.get(registry) ??
    jsonForScript({
      remotes: Object.fromEntries(
        Object.entries(registry.remotes).map(([name, remote]) => [name, forBrowsers(remote)]),
      ),
      retired: registry.retired,
    });
  texts.set(registry, known);
  return previous ? `${known.slice(0, -1)},"previous":${jsonForScript(forBrowsers(previous))}}` : known;
}

const forBrowsers = (remote: RegisteredRemote) => ({
  ...remote,
  firstCalls: undefined,
  serverIntegrity: undefined,
  isUnsealed: undefined,
});
