import { invalidateTags } from '@manabiba/shared/data/cache/cache-tags';
import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { listenToUnauthenticated } from '@manabiba/shared/data/call-endpoint';
import { getMe } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useSession } from '@manabiba/shared/platform';
import { isSessionHeld } from '@manabiba/shared/session/session-hold';
import { useSessionStore } from '@manabiba/shared/session/session-provider';
import { isSignedIn, type SessionStore } from '@manabiba/shared/session/session-store';
import { type ComponentType, useEffect, useState } from 'react';

import { afterLoad } from '../app/after-load';
import { loadUntilDone } from '../app/load-again';

/** Keeps the session current: the api's data about the user, the connection, the other tabs. Renders nothing. */
export function SessionSync({ startOver }: { startOver: () => void }) {
  const store = useSessionStore();
  useFreshMe(store, startOver);
  useAnonymousSession(store);
  useSessionWatch(store, startOver);
  useEffect(
    () =>
      listenToUnauthenticated(() => {
        // The session was ended elsewhere: query the current user.
        const { me, isExpired } = store.getState();
        if (isSignedIn(me) && !isExpired) invalidateTags(['Auth']);
      }),
    [store],
  );
  const isExpired = useSession((session) => session.isExpired);
  return isExpired && <ExpiredSession startOver={startOver} />;
}

/**
 * Loads code that the first render does not need, after everything that it does need, and retries until it succeeds.
 * Returns a function that stops it.
 */
function fetchLate<T>(load: () => Promise<T>, take: (loaded: T) => void): () => void {
  let isOver = false;
  const stopWaiting = afterLoad(
    () =>
      void loadUntilDone(load).then((loaded) => {
        if (!isOver) take(loaded);
      }),
  );
  return () => {
    isOver = true;
    stopWaiting();
  };
}

function useSessionWatch(store: SessionStore, startOver: () => void): void {
  useEffect(() => {
    let stop: () => void = () => undefined;
    const stopFetching = fetchLate(
      () => import('./watch-session'),
      ({ watchSession }) => {
        stop = watchSession(store, startOver);
      },
    );
    return () => {
      stopFetching();
      stop();
    };
  }, [store, startOver]);
}

/** Asks the user to sign in again above a page on which something would be lost. */
function ExpiredSession({ startOver }: { startOver: () => void }) {
  const [Late, setLate] = useState<ComponentType<{ startOver: () => void }>>();
  useEffect(
    () =>
      fetchLate(
        () => import(/* webpackChunkName: "sign-in-again" */ './sign-in-again'),
        ({ SignInAgain }) => setLate(() => SignInAgain),
      ),
    [],
  );
  return Late && <Late startOver={startOver} />;
}

/** The user's own data is a cache entry like any other; the session mirrors it. */
function useFreshMe(store: SessionStore, startOver: () => void): void {
  const hasSession = useSession((session) => session.me !== null);
  const { data, error } = useEndpoint(getMe, hasSession ? {} : null);
  useEffect(() => {
    const { me } = store.getState();
    if (!data || error || me === null) return;
    store.setState({ me: data, isExpired: false });
    // The cookies now belong to another user: this page still shows the previous one.
    if (isSignedIn(me) && data.id !== me.id) startOver();
  }, [store, data, error, startOver]);
  useEffect(() => {
    if (error?.code !== 'unauthenticated') return;
    const { me } = store.getState();
    if (isSignedIn(me) && isSessionHeld()) return store.setState({ isExpired: true });
    store.setState({ me: null });
    clearCache();
    return isSignedIn(me) ? startOver() : undefined;
  }, [store, error, startOver]);
}

/**
 * Opens an anonymous session after the page has rendered. Nothing waits for it, and a failure has no visible effect.
 */
function useAnonymousSession(store: SessionStore): void {
  const hasNoSession = useSession((session) => session.me === null);
  useEffect(() => {
    if (!hasNoSession) return undefined;
    // A failure stays invisible: pages request a session again when they need it.
    return afterLoad(
      () =>
        void import('./anonymous-session').then(
          ({ openAnonymousSession }) => openAnonymousSession(store),
          () => undefined,
        ),
    );
  }, [store, hasNoSession]);
}
