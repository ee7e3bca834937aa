import { firstScreenSlots } from '@manabiba/shared/page/slots';

import type { Remotes } from '../remotes/remotes';
import { type AppRoute, routeAt } from './routes';

export interface Place {
  pathname: string;
  /** With its question mark; empty for none. */
  search: string;
}

/** Loads the code of a page and of the slots on its first screen before it is drawn. */
export function prefetchCode({ pathname }: Place, routes: readonly AppRoute[], remotes: Remotes): void {
  const { path, offered } = routeAt(routes, pathname);
  if (offered) remotes.load({ remote: offered.remote, kind: 'pages', key: offered.page });
  for (const slot of firstScreenSlots(path)) for (const part of remotes.fillers(slot)) remotes.load(part);
}
