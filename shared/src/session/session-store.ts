import { createStore, type StoreApi } from 'zustand';

import type { AnonymousMe, Me, SignedInMe } from '../contract/users';

export type Theme = 'system' | 'light' | 'dark';

/** Whether activity on this device may be measured; null until the user has chosen. */
export type AnalyticsConsent = 'granted' | 'denied' | null;

/** The current user and the settings of this device; never lists from the server. */
export interface Session {
  /** Null until there is a session, even an anonymous one. */
  me: Me | null;
  /** The session of `me` has expired, and the user is asked to sign in again above the page, which stays unchanged. */
  isExpired: boolean;
  theme: Theme;
  analyticsConsent: AnalyticsConsent;
  isOnline: boolean;
}

export type SessionStore = StoreApi<Session>;

export function createSessionStore(initial: Partial<Session> = {}): SessionStore {
  return createStore<Session>(() => ({
    me: null,
    isExpired: false,
    theme: 'system',
    analyticsConsent: null,
    isOnline: true,
    ...initial,
  }));
}

/** The same session for parts rendered anonymously: signed out during hydration, the user afterwards. */
export function hydratedAsAnonymous(store: SessionStore): SessionStore {
  const initial = { ...store.getInitialState(), me: null };
  return { ...store, getInitialState: () => initial };
}

/** Placeholder for a visitor whose session is not open yet. */
export const anonymousMe: AnonymousMe = { role: 'anonymous', id: '' };

export function isSignedIn(me: Me | null): me is SignedInMe {
  return me !== null && me.role !== 'anonymous';
}
