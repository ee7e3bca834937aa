import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { getMe, listTermsVersions } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import { seedPrefetchedAnswers } from '@manabiba/shared/data/seed-prefetched-answers';
import type { BootData, RenderedPart } from '@manabiba/shared/page/boot-data';
import { setPageTime } from '@manabiba/shared/page/page-time';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { createElement, type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { createPath, type Navigator, Router } from 'react-router-dom';

import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { loadTopPage, routeAt, routesOf } from './app/routes';
import { TermsNotice } from './chrome/terms-notice';
import { keepPage, loadPage } from './pages/lazy-page';
import { TopPage } from './pages/top-page';
import { partText } from './remotes/registry';
import { Remotes } from './remotes/remotes';

// Parts of remotes are rendered on it without waiting for its code.
keepPage(loadTopPage, TopPage);

/** Location of a page, from its URL. */
export interface PageLocation {
  pathname: string;
  /** Includes the question mark; empty for none. */
  search: string;
}

/** A page or slot of a remote with its component. */
export interface RenderablePart {
  name: RenderedPart;
  component: RemoteComponent;
}

export interface RenderedPage {
  html: string;
  /** The parts that are in the HTML. */
  parts: RenderedPart[];
  /** The parts that threw or suspended: the page was rendered without them. */
  failed: RenderedPart[];
}

export type RenderPage = (boot: BootData, location: PageLocation) => Promise<string>;
export type RenderPageWithParts = (
  boot: BootData,
  location: PageLocation,
  parts: readonly RenderablePart[],
) => RenderedPage;

/**
 * Server-renders a page as React first renders it in the browser, before any remote has loaded. Runs in the web server.
 * The slots of rendered parts are left empty, between their marks.
 *
 * All state is created per page. The query cache holds no user's data, only the versions of the terms, which are the
 * same for everyone and decide what legal pages show; it is filled and cleared within one turn of the event loop.
 */
export const renderPage: RenderPage = async (boot, location) => {
  const { loadFirst } = routeAt(routesOf(boot.registry, boot.config.isDevelopment), location.pathname);
  if (loadFirst) await loadPage(loadFirst);
  const { drawn = [], answers, terms } = boot;
  const parts = drawn.map((name) => ({ name, component: () => null }));
  try {
    const ofEveryone = answers?.calls.filter(({ call }) => call === listTermsVersions.name) ?? [];
    if (answers) seedPrefetchedAnswers({ ...answers, calls: ofEveryone }, location);
    return render(boot, location, parts, terms && <TermsNotice version={terms} />);
  } finally {
    clearCache();
  }
};

/**
 * Server-renders a page with the parts of remotes. Runs in the sandbox of a release (sandbox/sandbox-renderer.tsx),
 * because it runs their code.
 *
 * The query cache is one per process. It is filled, used and cleared within one turn of the event loop, so that no page
 * holds data of another user.
 */
export const renderPageWithParts: RenderPageWithParts = (boot, location, parts) => {
  const renderParts = (wanted: readonly RenderablePart[]) => {
    try {
      globalThis.pageTimeZone = () => boot.timeZone;
      if (boot.me) seedEndpoint(getMe, {}, boot.me);
      if (boot.answers) seedPrefetchedAnswers(boot.answers, location);
      return render(boot, location, wanted);
    } finally {
      globalThis.pageTimeZone = undefined;
      clearCache();
    }
  };
  const html = renderParts(parts);
  // React leaves this mark where something threw or suspended. It does not name the part.
  if (!html.includes('<!--$!-->')) return { html, parts: parts.map(({ name }) => name), failed: [] };
  const failed = new Set<RenderedPart>();
  renderParts(parts.map((part) => ({ ...part, component: watched(part, () => failed.add(part.name)) })));
  if (failed.size === 0) return { html, parts: parts.map(({ name }) => name), failed: [] };
  const others = renderPageWithParts(
    boot,
    location,
    parts.filter(({ name }) => !failed.has(name)),
  );
  return { ...others, failed: [...failed, ...others.failed] };
};

/** Reports when a part is replaced by its fallback. */
function watched({ component: Part }: RenderablePart, onFailure: () => void): RemoteComponent {
  const Failed = () => {
    onFailure();
    return null;
  };
  const Watched: RemoteComponent = (props) => (
    <Suspense fallback={<Failed />}>
      <Part {...props} />
    </Suspense>
  );
  return Watched;
}

function render(
  { me, registry, config, theme, analyticsConsent, serverTime }: BootData,
  location: PageLocation,
  parts: readonly RenderablePart[],
  announcement?: ReactNode,
): string {
  setPageTime(serverTime);
  const session = createSessionStore({ me, theme, analyticsConsent });
  const remotes = new Remotes(registry, {
    loadExposedModule: loadNothing,
    stylesLoaded: loadNothing,
    fetchRegistry: loadNothing,
    dropPendingFiles: stay,
    forgetChunks: stay,
    pageUrl: () => config.publicUrl,
  });
  for (const { name, component } of parts) remotes.adopt(name, bounded(name, component));
  const StandingRouter = ({ children }: { children: ReactNode }) => (
    <Router location={{ ...location, hash: '', state: null, key: 'default' }} navigator={standing}>
      {children}
    </Router>
  );
  const html = renderToString(
    <App
      config={config}
      session={session}
      remotes={remotes}
      Router={StandingRouter}
      startOver={stay}
      announcement={announcement && <Suspense>{announcement}</Suspense>}
    />,
    { identifierPrefix: ID_PREFIX },
  );
  return html
    .replace(/<rendered-part title="([^"]*)">/g, '<!--part $1-->')
    .replaceAll('</rendered-part>', '<!--/part-->');
}

/**
 * Wraps a part in an element, which becomes two comments: they mark the part in the HTML, and React skips them during
 * hydration.
 */
export const bounded =
  (name: RenderedPart, Part: RemoteComponent): RemoteComponent =>
  (props) =>
    createElement('rendered-part', { title: partText(name) }, <Part {...props} />);

const loadNothing = () => Promise.reject(new Error('Nothing can be loaded during server rendering'));
const stay = () => undefined;

/** Does not redirect: users without access are redirected by the browser. */
const standing: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: stay,
  replace: stay,
  go: stay,
};
