import type { Remotes } from '../remotes/remotes';
import { type AppRoute, routeAt } from './routes';

export interface Place {
  pathname: string;
  /** Includes the question mark; empty for none. */
  search: string;
}

/** Preloads the code of a remote's page. */
export function prefetchCode(
  { pathname }: Pick<Place, 'pathname'>,
  routes: readonly AppRoute[],
  remotes: Remotes,
): void {
  const { offered } = routeAt(routes, pathname);
  if (offered) remotes.load({ remote: offered.remote, kind: 'pages', key: offered.page });
}

/** Preloads the code of slots. */
export function prefetchSlots(slots: readonly string[], remotes: Remotes): void {
  for (const slot of slots) for (const part of remotes.fillers(slot)) remotes.load(part);
}
