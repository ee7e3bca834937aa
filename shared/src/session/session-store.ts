import { createStore, type StoreApi } from 'zustand';

import type { AnonymousMe, Me, SignedInMe } from '../contract/users';

export type Theme = 'system' | 'light' | 'dark';

/** Whether what is done on this device may be measured; null until somebody has chosen. */
export type AnalyticsConsent = 'granted' | 'denied' | null;

/** Who is here and what this device has chosen; never lists of the server. */
export interface Session {
  /** Null until somebody, if only an anonymous visitor, has a session. */
  me: Me | null;
  /** The session of `me` has ended, and they are asked to sign in again above the page, which stays as it is. */
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

/** Stands for a visitor whose session is not open yet. */
export const nobody: AnonymousMe = { role: 'anonymous', id: '' };

export function isSignedIn(me: Me | null): me is SignedInMe {
  return me !== null && me.role !== 'anonymous';
}
