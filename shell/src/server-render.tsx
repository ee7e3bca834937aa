import type { BootData } from '@manabiba/shared/page/boot-data';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { createPath, type Navigator, Router } from 'react-router-dom';

import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { routeAt, routesOf } from './app/routes';
import { loadPage } from './pages/lazy-page';
import { Remotes } from './remotes/remotes';

/** Location of a page, from its URL. */
export interface PageLocation {
  pathname: string;
  /** Includes the question mark; empty for none. */
  search: string;
}

export type RenderPage = (boot: BootData, place: PageLocation) => Promise<string>;

/**
 * Server-renders a page as React first renders it in the browser, before any remote has loaded. Runs in the web server.
 *
 * All state is created per page; the query cache stays empty, so that no user sees data of another.
 */
export const renderPage: RenderPage = async ({ me, registry, config, theme, analyticsConsent }, place) => {
  const { loadFirst } = routeAt(routesOf(registry, config.isDevelopment), place.pathname);
  if (loadFirst) await loadPage(loadFirst);
  const session = createSessionStore({ me, theme, analyticsConsent });
  const remotes = new Remotes(registry, {
    loadDoor: loadNothing,
    stylesLoaded: loadNothing,
    fetchRegistry: loadNothing,
    dropPendingFiles: stay,
    forgetChunks: stay,
    pageUrl: () => config.publicUrl,
  });
  const StandingRouter = ({ children }: { children: ReactNode }) => (
    <Router location={{ ...place, hash: '', state: null, key: 'default' }} navigator={standing}>
      {children}
    </Router>
  );
  return renderToString(
    <App config={config} session={session} remotes={remotes} Router={StandingRouter} startOver={stay} />,
    { identifierPrefix: ID_PREFIX },
  );
};

const loadNothing = () => Promise.reject(new Error('Nothing can be loaded during server rendering'));
const stay = () => undefined;

/** Does not redirect: users without access are redirected by the browser. */
const standing: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: stay,
  replace: stay,
  go: stay,
};
