import { matchPattern } from './paths';

interface Route {
  /** Pattern with parameters in braces. */
  path: string;
}

/** The part of the registry that says where pages are, and where they were. */
interface Offers<T extends Route> {
  remotes: Readonly<Record<string, { routes: readonly Route[] }>>;
  retired?: readonly T[];
}

/** Returns the page at a URL path that went away with its remote; undefined when another remote has it by now. */
export function retiredRouteAt<T extends Route>({ retired, remotes }: Offers<T>, pathname: string): T | undefined {
  const isAtPath = ({ path }: Route) => matchPattern(path, pathname) !== null;
  const gone = retired?.find(isAtPath);
  return gone && !Object.values(remotes).some(({ routes }) => routes.some(isAtPath)) ? gone : undefined;
}

/** Title of the page that says so. */
export const titleOfRetired = ({ title }: { title: string }): string => `${title}(提供終了)`;
