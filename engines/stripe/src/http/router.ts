import type { Route } from './route';
import { StripeError } from './stripe-error';

export interface Match {
  readonly route: Route;
  readonly ids: readonly string[];
}

/** Longer ids cannot exist. */
const MAX_ID_CHARACTERS = 255;

/** Finds the route for a method and path. Throws 404 for a path that Stripe does not have. */
export function createRouter(routes: readonly Route[]): (method: string, pathname: string) => Match {
  const byShape = new Map<string, Route[]>();
  for (const route of routes) {
    const shape = `${route.method} ${route.segments.length}`;
    byShape.set(shape, [...(byShape.get(shape) ?? []), route]);
  }
  return (method, pathname) => {
    const parts = pathname.split('/').slice(1);
    for (const route of byShape.get(`${method} ${parts.length}`) ?? []) {
      const ids = match(route.segments, parts);
      if (ids) return { route, ids };
    }
    throw new StripeError({ status: 404, message: `Unrecognized request URL (${method}: ${pathname.slice(0, 200)}).` });
  };
}

function match(segments: readonly string[], parts: readonly string[]): string[] | undefined {
  const ids: string[] = [];
  for (const [place, segment] of segments.entries()) {
    const part = parts[place] ?? '';
    if (!segment.startsWith(':')) {
      if (segment !== part) return undefined;
      continue;
    }
    const id = decoded(part);
    if (id === undefined || id === '' || id.length > MAX_ID_CHARACTERS || id.includes('\u0000')) return undefined;
    ids.push(id);
  }
  return ids;
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
