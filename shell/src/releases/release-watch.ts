import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import type { LiveVersions, Registry } from '@manabiba/shared/page/boot-data';

import type { Remotes } from '../remotes/remotes';
import { isTyping } from './is-typing';
import { isLiveVersions, shouldReload } from './reload-policy';

/** Returns the live versions as one word when they are worth a reload of the page; otherwise an empty one. */
export type AskForReleases = (isNavigation: boolean) => Promise<string>;

/**
 * Checks the live versions, at most once in `everyMs`, and compares them with this shell and the releases of the page;
 * nothing is worth a reload while the user is typing.
 *
 * Closes the pages and slots of remotes that were retired meanwhile, but only on navigation: nothing disappears while it
 * is read.
 */
export function createReleaseWatch(shell: string, remotes: Remotes, everyMs: number): AskForReleases {
  let askedAt = 0;
  let latest: LiveVersions | null = null;
  return async (isNavigation) => {
    if (performance.now() - askedAt >= everyMs) {
      askedAt = performance.now();
      const answer = await callWebServer('GET', '/versions.json').catch(() => null);
      if (isLiveVersions(answer)) latest = answer;
    }
    if (!latest) return '';
    const { registry } = remotes;
    const gone = (latest.retired ?? []).filter((remote) => Object.hasOwn(registry.remotes, remote));
    if (isNavigation && gone.length > 0) remotes.replace(without(registry, gone));
    const isWorth = !isTyping() && shouldReload({ shell, registry, ageMs: performance.now() }, latest);
    return isWorth ? versionsIn(latest) : '';
  };
}

/** The releases of other remotes stay: a page does not change while it is read. */
function without(registry: Registry, gone: readonly string[]): Registry {
  const retired = gone.flatMap((remote) => registry.remotes[remote]?.routes ?? []);
  return {
    remotes: Object.fromEntries(Object.entries(registry.remotes).filter(([remote]) => !gone.includes(remote))),
    retired: [...(registry.retired ?? []), ...retired.map(({ path, title }) => ({ path, title }))],
  };
}

const versionsIn = ({ shell, remotes }: LiveVersions) =>
  JSON.stringify([shell, ...Object.entries(remotes).map(([remote, { version }]) => [remote, version])]);
