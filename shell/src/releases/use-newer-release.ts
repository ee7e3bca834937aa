import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useRemotes } from '../remotes/remotes-context';
import { type AskForReleases, createReleaseWatch } from './release-watch';

/** Minimum interval between checks of a page, in milliseconds. The first check happens when the page is this old. */
const ASK_EVERY_MS = 60_000;

/**
 * Returns the live versions as one word when they are to be announced, otherwise an empty one.
 *
 * Checks when the user navigates or returns to this tab, at most once a minute. Never announces it while the user is
 * typing.
 *
 * @param shellVersion version of the shell that this page runs.
 */
export function useNewerRelease(shellVersion: string): string {
  const { pathname } = useLocation();
  const remotes = useRemotes();
  const watch = useRef<AskForReleases>(undefined);
  const [announced, setAnnounced] = useState('');

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

  return announced;
}
