import { createContext, type ReactNode, useContext } from 'react';

import type { SignedInMe } from '../contract/users';
import { useMe } from './session-provider';
import { isSignedIn } from './session-store';

const UserContext = createContext<SignedInMe | null>(null);

export function UserProvider({ user, children }: { user: SignedInMe; children: ReactNode }) {
  return <UserContext.Provider value={user}>{children}</UserContext.Provider>;
}

/** The signed-in user. Use only below `RequireUser`, or on a page for signed-in users: throws elsewhere. */
export function useUser(): SignedInMe {
  const user = useContext(UserContext);
  if (!user) throw new Error('required provide user');
  return user;
}

/** Shows `children` to signed-in users, `fallback` to everyone else. */
export function RequireUser({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) {
  const me = useMe();
  return isSignedIn(me) ? <UserProvider user={me}>{children}</UserProvider> : fallback;
}
