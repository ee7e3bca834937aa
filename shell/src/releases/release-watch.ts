import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import type { LiveVersions, Registry } from '@manabiba/shared/page/boot-data';

import { isLiveVersions, shouldReload } from './reload-policy';

/**
 * Looks for what is live, at most once in `everyMs`, and gives it when it is worth a reload of the page that runs this
 * shell and these releases; null otherwise, and while somebody is typing.
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

/** Whether a reload would take something away: a dialog is open, or a field of the page holds words. */
function isTyping(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    '#content :is(textarea, input:not([type]), input[type="text"], input[type="email"], input[type="password"])',
  );
  return [...fields].some(
    (field) => !field.readOnly && (field === document.activeElement || field.value.trim() !== ''),
  );
}
