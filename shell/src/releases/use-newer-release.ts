import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useRemotes } from '../remotes/remotes-context';
import { type AskForReleases, createReleaseWatch } from './release-watch';

/** Minimum interval between checks of a page, in milliseconds. The first check happens when the page is this old. */
const ASK_EVERY_MS = 60_000;

/**
 * Returns whether to announce a newer version.
 *
 * Checks when the user navigates or returns to this tab, at most once a minute. Never announces it while the user is
 * typing.
 *
 * @param shellVersion version of the shell that this page runs.
 */
export function useNewerRelease(shellVersion: string): { isAnnounced: boolean; dismiss: () => void } {
  const { pathname } = useLocation();
  const remotes = useRemotes();
  const watch = useRef<AskForReleases>(undefined);
  const [announced, setAnnounced] = useState('');
  // A dismissed version is not announced again until another one is live.
  const [dismissed, setDismissed] = useState('');

  useEffect(() => {
    const look = (event?: Event) => {
      if (document.visibilityState === 'hidden' || performance.now() < ASK_EVERY_MS) return;
      watch.current ??= createReleaseWatch(shellVersion, remotes, ASK_EVERY_MS);
      void watch.current(!event).then((versions) => {
        if (versions) setAnnounced(versions);
      });
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [pathname, remotes, shellVersion]);

  return { isAnnounced: announced !== dismissed, dismiss: () => setDismissed(announced) };
}
