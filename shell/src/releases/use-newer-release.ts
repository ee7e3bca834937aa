import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useRemotes } from '../remotes/remotes-context';
import type { AskForReleases } from './release-watch';

/** Minimum interval between checks of a page, in milliseconds. The first check happens when the page is this old. */
const ASK_EVERY_MS = 60_000;

/**
 * Returns whether to announce a newer version.
 *
 * Checks when the user navigates or returns to this tab, at most once a minute. Never announces it while the user is
 * typing. The code that checks is loaded when first needed.
 *
 * @param shellVersion version of the shell that this page runs.
 */
export function useNewerRelease(shellVersion: string): { isAnnounced: boolean; dismiss: () => void } {
  const { pathname } = useLocation();
  const remotes = useRemotes();
  const watch = useRef<Promise<AskForReleases>>(undefined);
  const [announced, setAnnounced] = useState('');
  // A dismissed version is not announced again until another one is live.
  const [dismissed, setDismissed] = useState('');

  useEffect(() => {
    const look = (event?: Event) => {
      if (document.visibilityState === 'hidden' || performance.now() < ASK_EVERY_MS) return;
      watch.current ??= import('./release-watch').then(({ createReleaseWatch }) =>
        createReleaseWatch(shellVersion, remotes, ASK_EVERY_MS),
      );
      watch.current
        .then((ask) => ask(!event))
        .then(
          (versions) => {
            if (versions) setAnnounced(versions);
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

  return { isAnnounced: announced !== dismissed, dismiss: () => setDismissed(announced) };
}
