import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import type { LiveVersions, Registry } from '@manabiba/shared/page/boot-data';

import { isLiveVersions, shouldReload } from './reload-policy';

/**
 * Checks the live versions, at most once in `everyMs`, and returns them when they are worth a reload of a page with
 * this shell and these releases; null otherwise, and while the user is typing.
 */
export function createReleaseWatch(
  shell: string,
  registry: () => Registry,
  everyMs: number,
): () => Promise<LiveVersions | null> {
  let askedAt = 0;
  let latest: LiveVersions | null = null;
  return async () => {
    if (performance.now() - askedAt >= everyMs) {
      askedAt = performance.now();
      const answer = await callWebServer('GET', '/versions.json').catch(() => null);
      if (isLiveVersions(answer)) latest = answer;
    }
    return latest && !isTyping() && shouldReload({ shell, registry: registry(), ageMs: performance.now() }, latest)
      ? latest
      : null;
  };
}

/** Returns whether a reload would lose something: a dialog is open, or a field of the page has text. */
function isTyping(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#content :is(textarea, input:not([type]), input[type="text"], input[type="email"], input[type="password"])',
  );
  return [...fields].some(
    (field) => !field.readOnly && (field === document.activeElement || field.value.trim() !== ''),
  );
}
