import { paths } from '@manabiba/shared/platform';

import { TOP_SLOTS } from '../pages/top-page';
import type { Remotes } from '../remotes/remotes';
import { type AppRoute, routeAt } from './routes';

/** Loads the code of the page at a URL path ahead of need. */
export function prefetchPage(pathname: string, routes: readonly AppRoute[], remotes: Remotes): void {
  if (pathname === paths.top.pattern) {
    for (const slot of TOP_SLOTS) for (const part of remotes.fillers(slot)) remotes.load(part);
    return;
  }
  const { offered } = routeAt(routes, pathname);
  if (offered) remotes.load({ remote: offered.remote, kind: 'pages', key: offered.page });
}
