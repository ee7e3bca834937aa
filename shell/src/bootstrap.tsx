import '@manabiba/shared/ui/tokens.css';
import '@manabiba/shared/ui/base.css';
import './releases/traces';

import { callWebServer } from '@manabiba/shared/data/call-endpoint';
import { getMe } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import { seedPrefetchedAnswers } from '@manabiba/shared/data/seed-prefetched-answers';
import { sayToastOfPageBefore } from '@manabiba/shared/feedback/toast';
import { listenForBackNavigation } from '@manabiba/shared/navigation/navigation-blocker';
import type { BootData } from '@manabiba/shared/page/boot-data';
import { offerPhrases } from '@manabiba/shared/page/offer-phrases';
import { setPageTime } from '@manabiba/shared/page/page-time';
import { bindToPerson } from '@manabiba/shared/session/person-storage';
import { SessionProvider } from '@manabiba/shared/session/session-provider';
import { createSessionStore, hydratedAsAnonymous, isSignedIn } from '@manabiba/shared/session/session-store';
import type { ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';

import { App } from './app/app';
import { bootData } from './app/boot-data';
import { ID_PREFIX } from './app/id-prefix';
import { loadUntilDone } from './app/load-again';
import { prefetchCode, prefetchSlots } from './app/prefetch-code';
import { routeAt, routesOf } from './app/routes';
import { announcementOf } from './chrome/announcement';
import { loadPage } from './pages/lazy-page';
import { digestOf, trustFiles } from './remotes/file-digests';
import { createHangGuard } from './remotes/hang-guard';
import { forgetChunks, loadExposedModule } from './remotes/load-exposed-module';
import { isRegistry } from './remotes/registry';
import { dropPendingFiles, stylesLoaded } from './remotes/release-files';
import { Remotes } from './remotes/remotes';
import { outcomeReporter } from './remotes/report-outcome';
import { startOver } from './session/start-over';

start(bootData() as BootData);

declare global {
  /** What every build asks before it loads a file: tooling/build/webpack/seal-files-plugin.mjs. */
  var fileDigest: typeof digestOf | undefined;
}

function start({
  me,
  registry,
  integrity,
  config,
  theme,
  analyticsConsent,
  slots = [],
  answers,
  serverTime,
  view,
  overrides,
  environment,
  terms,
  drawn = [],
}: BootData): void {
  setPageTime(serverTime);
  trustFiles(integrity);
  globalThis.fileDigest = digestOf;
  const session = createSessionStore({ me, theme, analyticsConsent });
  // The parts of a signed-in page are rendered anonymously.
  const sessionOfParts = isSignedIn(me) ? hydratedAsAnonymous(session) : session;
  const remotes = new Remotes(registry, {
    loadExposedModule,
    stylesLoaded,
    dropPendingFiles,
    forgetChunks,
    fetchRegistry,
    reportOutcome: outcomeReporter(view),
    hangGuard: unfinishedParts(),
    around: (part) => <SessionProvider store={sessionOfParts}>{part}</SessionProvider>,
    pageUrl: () => location.href,
  });
  offerPhrases();
  listenForBackNavigation();
  bindToPerson(session);
  sayToastOfPageBefore();
  for (const part of drawn) remotes.adopt(part);
  const routes = routesOf(registry, config.isDevelopment);
  // The page's code loads while React is still starting.
  prefetchCode(location, routes, remotes);
  prefetchSlots(slots, remotes);
  if (me) seedEndpoint(getMe, {}, me);
  if (answers) seedPrefetchedAnswers(answers, location);
  if (overrides || environment)
    void loadUntilDone(() => import('./chrome/override-sign')).then(({ showOverrides }) =>
      showOverrides({ overrides, environment }),
    );
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element');
  const app = (
    <App
      config={config}
      session={session}
      remotes={remotes}
      Router={Router}
      startOver={startOver}
      announcement={announcementOf(terms)}
    />
  );
  const options = { identifierPrefix: ID_PREFIX };
  const { loadFirst } = routeAt(routes, location.pathname);
  const render = () => {
    // In development, and where server rendering failed, the page arrives empty.
    if (root.hasChildNodes()) hydrateRoot(root, app, options);
    else createRoot(root, options).render(app);
  };
  if (!loadFirst) return render();
  // Content that the web server rendered in full stays until its code has loaded. If the code fails to load, the page
  // shows its own error.
  void loadPage(loadFirst)
    .catch(() => root.replaceChildren())
    .then(render);
}

function unfinishedParts() {
  const parts = createHangGuard(() => sessionStorage);
  // A page that receives this message is still responsive.
  for (const left of ['pagehide', 'visibilitychange']) addEventListener(left, () => parts.end());
  return parts;
}

/** Navigation needs no transition: content that is loading has its own skeleton. */
function Router({ children }: { children: ReactNode }) {
  return <BrowserRouter useTransitions={false}>{children}</BrowserRouter>;
}

async function fetchRegistry(failed?: string) {
  const answer = await callWebServer('GET', failed ? `/registry.json?failed=${failed}` : '/registry.json');
  if (!isRegistry(answer)) throw new Error('The registry cannot be read');
  return answer;
}
