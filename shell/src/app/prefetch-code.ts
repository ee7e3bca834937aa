import type { Remotes } from '../remotes/remotes';
import { type AppRoute, routeAt } from './routes';

export interface Place {
  pathname: string;
  /** With its question mark; empty for none. */
  search: string;
}

/** Loads the code of a page that a remote draws before it is drawn. */
export function prefetchCode(
  { pathname }: Pick<Place, 'pathname'>,
  routes: readonly AppRoute[],
  remotes: Remotes,
): void {
  const { offered } = routeAt(routes, pathname);
  if (offered) remotes.load({ remote: offered.remote, kind: 'pages', key: offered.page });
}

/** Loads the code of slots before they are drawn. */
export function prefetchSlots(slots: readonly string[], remotes: Remotes): void {
  for (const slot of slots) for (const part of remotes.fillers(slot)) remotes.load(part);
}
