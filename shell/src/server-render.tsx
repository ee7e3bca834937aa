import { clearCache } from '@manabiba/shared/data/cache/clear-cache';
import { getMe } from '@manabiba/shared/data/endpoints';
import { seedEndpoint } from '@manabiba/shared/data/fetch-entry';
import { seedPrefetchedAnswers } from '@manabiba/shared/data/seed-prefetched-answers';
import type { BootData, DrawnPart } from '@manabiba/shared/page/boot-data';
import { setPageTime } from '@manabiba/shared/page/page-time';
import type { RemoteComponent } from '@manabiba/shared/page/remote-door';
import { createSessionStore } from '@manabiba/shared/session/session-store';
import { createElement, type ReactNode, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { createPath, type Navigator, Router } from 'react-router-dom';

import { App } from './app/app';
import { ID_PREFIX } from './app/id-prefix';
import { routeAt, routesOf } from './app/routes';
import { loadPage } from './pages/lazy-page';
import { partText } from './remotes/registry';
import { Remotes } from './remotes/remotes';

/** Location of a page, from its URL. */
export interface PageLocation {
  pathname: string;
  /** Includes the question mark; empty for none. */
  search: string;
}

/** A page or slot of a remote with the code that draws it. */
export interface DrawablePart {
  name: DrawnPart;
  component: RemoteComponent;
}

export interface DrawnPage {
  html: string;
  /** The parts that are in the HTML. */
  drawn: DrawnPart[];
  /** The parts that threw or waited for something: the page was drawn without them. */
  failed: DrawnPart[];
}

export type RenderPage = (boot: BootData, place: PageLocation) => Promise<string>;
export type DrawPage = (boot: BootData, place: PageLocation, parts: readonly DrawablePart[]) => DrawnPage;

/**
 * Server-renders a page as React first renders it in the browser, before any remote has loaded. Runs in the web server.
 * The places of drawn parts are left empty, between their marks.
 *
 * All state is created per page; the query cache stays empty, so that no user sees data of another.
 */
export const renderPage: RenderPage = async (boot, place) => {
  const { loadFirst } = routeAt(routesOf(boot.registry, boot.config.isDevelopment), place.pathname);
  if (loadFirst) await loadPage(loadFirst);
  return render(
    boot,
    place,
    (boot.drawn ?? []).map((name) => ({ name, component: () => null })),
  );
};

/**
 * Server-renders a page with what remotes draw in it. Runs in the sandbox of a release (sandbox/sandbox-renderer.tsx), because it
 * runs their code.
 *
 * The query cache is one per process. It is filled, used and cleared within one turn of the event loop, so that no page
 * holds data of another user.
 */
export const drawPage: DrawPage = (boot, place, parts) => {
  const draw = (wanted: readonly DrawablePart[]) => {
    try {
      globalThis.pageTimeZone = () => boot.timeZone;
      if (boot.me) seedEndpoint(getMe, {}, boot.me);
      if (boot.answers) seedPrefetchedAnswers(boot.answers, place);
      return render(boot, place, wanted);
    } finally {
      globalThis.pageTimeZone = undefined;
      clearCache();
    }
  };
  const html = draw(parts);
  // React leaves this mark where something threw or waited. It does not say what.
  if (!html.includes('<!--$!-->')) return { html, drawn: parts.map(({ name }) => name), failed: [] };
  const failed = new Set<DrawnPart>();
  draw(parts.map((part) => ({ ...part, component: watched(part, () => failed.add(part.name)) })));
  if (failed.size === 0) return { html, drawn: parts.map(({ name }) => name), failed: [] };
  const others = drawPage(
    boot,
    place,
    parts.filter(({ name }) => !failed.has(name)),
  );
  return { ...others, failed: [...failed, ...others.failed] };
};

/** Tells when a part is replaced by a placeholder. Its HTML is not the browser's. */
function watched({ component: Part }: DrawablePart, onFailure: () => void): RemoteComponent {
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
  place: PageLocation,
  parts: readonly DrawablePart[],
): string {
  setPageTime(serverTime);
  const session = createSessionStore({ me, theme, analyticsConsent });
  const remotes = new Remotes(registry, {
    loadDoor: loadNothing,
    stylesLoaded: loadNothing,
    fetchRegistry: loadNothing,
    dropPendingFiles: stay,
    forgetChunks: stay,
    pageUrl: () => config.publicUrl,
  });
  for (const { name, component } of parts) remotes.adopt(name, bounded(name, component));
  const StandingRouter = ({ children }: { children: ReactNode }) => (
    <Router location={{ ...place, hash: '', state: null, key: 'default' }} navigator={standing}>
      {children}
    </Router>
  );
  const html = renderToString(
    <App config={config} session={session} remotes={remotes} Router={StandingRouter} startOver={stay} />,
    { identifierPrefix: ID_PREFIX },
  );
  return html.replace(/<drawn-part title="([^"]*)">/g, '<!--part $1-->').replaceAll('</drawn-part>', '<!--/part-->');
}

/**
 * Puts a part into an element, which becomes two comments: they tell where in the page the part is, and React skips them
 * when it hydrates.
 */
export const bounded =
  (name: DrawnPart, Part: RemoteComponent): RemoteComponent =>
  (props) =>
    createElement('drawn-part', { title: partText(name) }, <Part {...props} />);

const loadNothing = () => Promise.reject(new Error('Nothing can be loaded during server rendering'));
const stay = () => undefined;

/** Does not redirect: users without access are redirected by the browser. */
const standing: Navigator = {
  createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
  push: stay,
  replace: stay,
  go: stay,
};
