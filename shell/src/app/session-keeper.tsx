import { useEffect } from 'react';
import { useEndpoint, useSession } from '@manabiba/shared/platform';
import { listenToUnauthenticated } from '@manabiba/shared/data/call-endpoint';
import { invalidateTags } from '@manabiba/shared/data/cache-tags';
import { clearCache } from '@manabiba/shared/data/clear-cache';
import { getMe } from '@manabiba/shared/data/endpoints';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { isSignedIn, type SessionStore } from '@manabiba/shared/session/session-store';
import { openVisitorSession } from './enter-session';
import { keepTabsInStep } from './tabs-in-step';
import { watchLine } from './watch-line';

/** Keeps the session true: what the api says of oneself, the line, the other tabs. Draws nothing. */
export function SessionKeeper() {
  const store = useSessionStore();
  useFreshMe(store);
  useAnonymousSession(store);
  useEffect(() => keepTabsInStep(store, () => location.reload()), [store]);
  useEffect(() => watchLine(store), [store]);
  useEffect(() => listenToUnauthenticated(() => {
    // Somebody has ended the session elsewhere: ask who one is.
    if (isSignedIn(store.getState().me)) invalidateTags(['Auth']);
  }), [store]);
  return null;
}

/** What is known of oneself is an entry of the cache like any other; the session shows what it holds. */
function useFreshMe(store: SessionStore): void {
  const hasSession = useSession((session) => session.me !== null);
  const { data, error } = useEndpoint(getMe, hasSession ? {} : null);
  useEffect(() => {
    if (data && store.getState().me !== null) store.setState({ me: data });
  }, [store, data]);
  useEffect(() => {
    if (error?.code !== 'unauthenticated') return;
    store.setState({ me: null });
    clearCache();
  }, [store, error]);
}

/** Opens a visitor's session once the page stands. Nobody waits for it, and a failure changes nothing that can be seen. */
function useAnonymousSession(store: SessionStore): void {
  const isNobody = useSession((session) => session.me === null);
  useEffect(() => {
    if (!isNobody) return undefined;
    return whenIdle(() => openVisitorSession(store));
  }, [store, isNobody]);
}

/** Longest wait for a quiet moment, in milliseconds. */
const IDLE_PATIENCE_MS = 2000;

function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act, { timeout: IDLE_PATIENCE_MS });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(act, 200);
  return () => clearTimeout(timer);
}
