import { loadPage } from '../pages/lazy-page';
import type { Remotes } from '../remotes/remotes';
import { type AppRoute, routeAt } from './routes';

export interface Place {
  pathname: string;
  /** Includes the question mark; empty for none. */
  search: string;
}

/** Preloads the code of a page. */
export function prefetchCode(
  { pathname }: Pick<Place, 'pathname'>,
  routes: readonly AppRoute[],
  remotes: Remotes,
): void {
  const { offered, loadFirst } = routeAt(routes, pathname);
  if (offered) remotes.load({ remote: offered.remote, kind: 'pages', key: offered.page });
  // A failure shows when the page is opened.
  if (loadFirst) loadPage(loadFirst).catch(() => undefined);
}

/** Preloads the code of slots. */
export function prefetchSlots(slots: readonly string[], remotes: Remotes): void {
  for (const slot of slots) for (const part of remotes.fillers(slot)) remotes.load(part);
}
