import type { RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';

import { jsonForScript } from '../pages/json-for-script';

const texts = new WeakMap<Registry, string>();

/**
 * The registry as browsers get it, as JSON: without what this server alone needs. Written once for each reading.
 *
 * @param previous a release to go back to, for a page in which one has failed.
 */
export function registryText(registry: Registry, previous?: RegisteredRemote): string {
  const known =
    texts.get(registry) ??
    jsonForScript({
      remotes: Object.fromEntries(
        Object.entries(registry.remotes).map(([name, remote]) => [name, forBrowsers(remote)]),
      ),
    });
  texts.set(registry, known);
  return previous ? `${known.slice(0, -1)},"previous":${jsonForScript(forBrowsers(previous))}}` : known;
}

const forBrowsers = (remote: RegisteredRemote) => ({ ...remote, firstCalls: undefined });
