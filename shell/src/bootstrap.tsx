import '@manabiba/shared/ui/tokens.css';
import '@manabiba/shared/ui/base.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { ReactNode } from 'react';
import { BrowserRouter } from 'react-router-dom';
import type { BootData } from '@manabiba/shared/composition/boot-data';
import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import { getMe } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { prefetchPage } from './app/prefetch-page';
import { routesOf } from './app/routes';
import { forgetChunks, loadDoor } from './remotes/load-door';
import { isRegistry } from './remotes/registry';
import { Remotes } from './remotes/remotes';
import { outcomeTeller } from './remotes/outcome-teller';
import { dropPendingFiles, stylesLoaded } from './remotes/release-files';

start(JSON.parse(document.getElementById('boot')?.textContent ?? '') as BootData);

function start({ me, registry, config, theme, view }: BootData): void {
  const remotes = new Remotes(registry, {
    loadDoor, stylesLoaded, dropPendingFiles, forgetChunks, fetchRegistry, tellOutcome: outcomeTeller(view),
    pageUrl: () => location.href,
  });
  // The page's code is on its way while React is still starting.
  prefetchPage(location.pathname, routesOf(registry, config.isDevelopment), remotes);
  if (me) seedEndpoint(getMe, {}, me);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the product');
  const app = <App config={config} session={createSessionStore({ me, theme })} remotes={remotes} Router={Router} />;
  const options = { identifierPrefix: ID_PREFIX };
  // In development, and where painting failed, the page comes empty.
  if (root.hasChildNodes()) hydrateRoot(root, app, options);
  else createRoot(root, options).render(app);
}

/** A page changes at once: what is on its way has a skeleton of its own. */
function Router({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}

async function fetchRegistry() {
  const answer = await callWebServer('GET', '/registry.json');
  if (!isRegistry(answer)) throw new Error('The registry cannot be read');
  return answer;
}
