import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { LiveVersions } from '@manabiba/shared/composition/boot-data';
import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import { useRemotes } from '../remotes/remotes-context';
import { isLiveVersions, isReloadWorth } from './worth-reload';

/** How often a page asks at most, in milliseconds. The first time it is that old itself. */
const ASK_EVERY_MS = 5 * 60_000;

/**
 * Whether people should be told that a newer version is there.
 *
 * Asks when somebody goes to another page or comes back to this tab, at most once in five minutes, and says nothing
 * while somebody is typing.
 *
 * @param shellVersion of the shell that this page runs.
 */
export function useNewerRelease(shellVersion: string): { isTold: boolean; dismiss: () => void } {
  const { pathname } = useLocation();
  const remotes = useRemotes();
  const askedAt = useRef(0);
  const latest = useRef<LiveVersions | null>(null);
  const [told, setTold] = useState<LiveVersions | null>(null);
  const [dismissed, setDismissed] = useState('');

  useEffect(() => {
    const judge = () => {
      const live = latest.current;
      if (live && !isTyping() && isReloadWorth({ shell: shellVersion, registry: remotes.registry, ageMs: performance.now() }, live)) setTold(live);
    };
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      if (performance.now() - askedAt.current < ASK_EVERY_MS) return judge();
      askedAt.current = performance.now();
      callWebServer('GET', '/versions.json').then((answer) => {
        if (!isLiveVersions(answer)) return;
        latest.current = answer;
        judge();
      }, () => undefined);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [pathname, remotes, shellVersion]);

  return { isTold: told !== null && versionsIn(told) !== dismissed, dismiss: () => setDismissed(told ? versionsIn(told) : '') };
}

/** What was dismissed once is not told again until something else is live. */
const versionsIn = ({ shell, remotes }: LiveVersions) => JSON.stringify([shell, ...Object.entries(remotes).map(([remote, { version }]) => [remote, version])]);

/** Whether a reload would take something away: a dialog is open, or a field of the page holds words. */
function isTyping(): boolean {
  if (document.querySelector('dialog[open]')) return true;
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('#content :is(textarea, input:not([type]), input[type="text"], input[type="email"], input[type="password"])');
  return [...fields].some((field) => !field.readOnly && (field === document.activeElement || field.value.trim() !== ''));
}
