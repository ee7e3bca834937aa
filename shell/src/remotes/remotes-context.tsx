import type { RegisteredRemote, Registry } from '@manabiba/shared/page/boot-data';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';

import type { PartName } from './registry';
import type { PartState, Remotes } from './remotes';

const RemotesContext = createContext<Remotes | null>(null);

export function RemotesProvider({ remotes, children }: { remotes: Remotes; children: ReactNode }) {
  return <RemotesContext.Provider value={remotes}>{children}</RemotesContext.Provider>;
}

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('No RemotesProvider');
  return remotes;
}

export function useRegistry(): Registry {
  const remotes = useRemotes();
  const read = () => remotes.registry;
  return useSyncExternalStore(remotes.subscribe, read, read);
}

export function usePartState(name: PartName): PartState {
  const remotes = useRemotes();
  return useSyncExternalStore(
    remotes.subscribe,
    () => remotes.stateOf(name),
    // Matches the server-rendered HTML, even if a part has loaded since.
    () => remotes.firstStateOf(name),
  );
}

/** Returns the previous release that can replace the one in which a part has failed. */
export function usePreviousRelease(name: PartName): RegisteredRemote | undefined {
  const remotes = useRemotes();
  return useSyncExternalStore(
    remotes.subscribe,
    () => remotes.previousOf(name),
    () => undefined,
  );
}

/** Returns whether the code of the current page is loading. */
export function useIsLoadingPage(): boolean {
  const remotes = useRemotes();
  return useSyncExternalStore(
    remotes.subscribe,
    () => remotes.isLoadingPage,
    () => false,
  );
}
