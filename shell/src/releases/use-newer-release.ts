import type { LiveVersions } from '@manabiba/shared/page/boot-data';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useRemotes } from '../remotes/remotes-context';

/** How often a page asks at most, in milliseconds. The first time it is that old itself. */
const ASK_EVERY_MS = 5 * 60_000;

/**
 * Whether people should be told that a newer version is there.
 *
 * Asks when somebody goes to another page or comes back to this tab, at most once in five minutes, and says nothing
 * while somebody is typing. What asks is fetched when it is first needed.
 *
 * @param shellVersion of the shell that this page runs.
 */
export function useNewerRelease(shellVersion: string): { isTold: boolean; dismiss: () => void } {
  const { pathname } = useLocation();
  const remotes = useRemotes();
  const watch = useRef<Promise<() => Promise<LiveVersions | null>>>(undefined);
  const [told, setTold] = useState<LiveVersions | null>(null);
  const [dismissed, setDismissed] = useState('');

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'hidden' || performance.now() < ASK_EVERY_MS) return;
      watch.current ??= import('./release-watch').then(({ createReleaseWatch }) =>
        createReleaseWatch(shellVersion, () => remotes.registry, ASK_EVERY_MS),
      );
      watch.current
        .then((ask) => ask())
        .then(
          (live) => {
            if (live) setTold(live);
          },
          () => {
            watch.current = undefined;
          },
        );
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [pathname, remotes, shellVersion]);

  return {
    isTold: told !== null && versionsIn(told) !== dismissed,
    dismiss: () => setDismissed(told ? versionsIn(told) : ''),
  };
}

/** What was dismissed once is not told again until something else is live. */
const versionsIn = ({ shell, remotes }: LiveVersions) =>
  JSON.stringify([shell, ...Object.entries(remotes).map(([remote, { version }]) => [remote, version])]);
