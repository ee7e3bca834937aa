import { DataProvider } from '@manabiba/shared/data/data-provider';
import type { AppConfig } from '@manabiba/shared/page/boot-data';
import { SessionProvider } from '@manabiba/shared/session/session-provider';
import type { SessionStore } from '@manabiba/shared/session/session-store';
import { type ComponentType, type ReactNode, StrictMode } from 'react';

import type { Remotes } from '../remotes/remotes';
import { RemotesProvider } from '../remotes/remotes-context';
import { AppShell } from './app-shell';
import { RootErrorBoundary } from './root-error-boundary';

export interface AppProps {
  config: AppConfig;
  session: SessionStore;
  remotes: Remotes;
  /** The browser's router; a server brings its own. */
  Router: ComponentType<{ children: ReactNode }>;
  /** Loads the page anew for whoever comes after the person who was here. */
  startOver: () => void;
}

/** The whole product in one page. Renders on a server too: nothing here touches the browser before it is mounted. */
export function App({ config, session, remotes, Router, startOver }: AppProps) {
  return (
    <StrictMode>
      <RootErrorBoundary>
        <SessionProvider store={session}>
          <DataProvider>
            <RemotesProvider remotes={remotes}>
              <Router>
                <AppShell config={config} startOver={startOver} />
              </Router>
            </RemotesProvider>
          </DataProvider>
        </SessionProvider>
      </RootErrorBoundary>
    </StrictMode>
  );
}
