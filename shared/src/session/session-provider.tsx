import { createContext, type ReactNode, useContext } from 'react';
import { useStore } from 'zustand';

import type { Me } from '../contract/users';
import { nobody, type Session, type SessionStore } from './session-store';

const SessionContext = createContext<SessionStore | null>(null);

export function SessionProvider({ store, children }: { store: SessionStore; children: ReactNode }) {
  return <SessionContext.Provider value={store}>{children}</SessionContext.Provider>;
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSessionStore needs a SessionProvider above it');
  return store;
}

/** A part of the session; the component renders again only when that part changes. */
export function useSession<T>(select: (session: Session) => T): T {
  return useStore(useSessionStore(), select);
}

/** Who is here. An anonymous visitor while nobody is signed in. */
export function useMe(): Me {
  return useSession((session) => session.me ?? nobody);
}

export function useIsOnline(): boolean {
  return useSession((session) => session.isOnline);
}
