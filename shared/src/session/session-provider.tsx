import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';

import type { Me } from '../contract/users';
import { anonymousMe, type Session, type SessionStore } from './session-store';

const SessionContext = createContext<SessionStore | null>(null);

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext.Provider value={store}>{children}</SessionContext.Provider>;
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('No SessionProvider');
  return store;
}

/** Selects a part of the session; the component rerenders only when that part changes. */
export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useSessionStore(), select);
}

/** The current user. An anonymous visitor while signed out. */
export function useMe(): Me {
  return useSession((session) => session.me ?? anonymousMe);
}

export function useIsOnline(): boolean {
  return useSession((session) => session.isOnline);
}
