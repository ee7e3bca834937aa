import { DataProvider } from '@manabiba/shared/data/data-provider';
import type { AppConfig } from '@manabiba/shared/page/boot-data';
import { SessionProvider } from '@manabiba/shared/session/session-provider';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { type ComponentType, type ReactNode, StrictMode, useEffect } from 'react';

import type { Remotes } from '../remotes/remotes';
import { RemotesProvider } from '../remotes/remotes-context';
import { AppShell } from './app-shell';
import { RootErrorBoundary } from './root-error-boundary';

export interface AppProps {
  config: AppConfig;
  session: SessionStore;
  remotes: Remotes;
  /** The browser's router; the server provides its own. */
  Router: ComponentType<{ children: ReactNode }>;
  /** Reloads the page when the user changes or signs out. */
  startOver: () => void;
  /** A notice that is part of the page from the start. */
  announcement?: ReactNode;
}

/** The whole product as one React tree. Also renders on a server: nothing here touches the browser before mounting. */
export function App({ config, session, remotes, Router, startOver, announcement }: AppProps) {
  useEffect(() => {
    // Replays the clicks on the shell until now: shell/server/rendering/html/event-replay.ts.
    dispatchEvent(new CustomEvent('partready', { detail: 'shell' }));
  }, []);
  return (
    <StrictMode>
      <RootErrorBoundary>
        <SessionProvider store={session}>
          <DataProvider>
            <RemotesProvider remotes={remotes}>
              <Router>
                <AppShell config={config} startOver={startOver} announcement={announcement} />
              </Router>
            </RemotesProvider>
          </DataProvider>
        </SessionProvider>
      </RootErrorBoundary>
    </StrictMode>
  );
}
