import type { Me } from '@manabiba/shared/contract/users';
import type { Registry, RemoteRoute } from '@manabiba/shared/page/boot-data';
import type { NavigationEntry, NavigationPlace } from '@manabiba/shared/page/navigation-entry';
import { doesExistFor, refusalOf } from '@manabiba/shared/page/page-access';
import { isSignedIn } from '@manabiba/shared/platform';

/** Maximum number of entries next to the logo: more would not leave enough room for the search and the tools. */
const MAX_IN_HEADER = 5;
/** Entries between ホーム and メニュー: for visitors, 新規登録 takes the place of the last one. */
const MAX_IN_BAR = 3;

export interface Navigation {
  /** All of them, also those that are in the header and the bar. */
  entries: NavigationEntry[];
  header: NavigationEntry[];
  bar: NavigationEntry[];
}

/** Returns the entries of the live releases that lead to pages which this user may open, in their places. */
export function navigationFor({ remotes }: Registry, me: Me): Navigation {
  const entries = Object.values(remotes)
    .flatMap(({ routes, navigation = [] }) => navigation.filter(({ path }) => mayOpen(me, routes, path)))
    .sort((a, b) => a.order - b.order);
  const at = (place: NavigationPlace) => entries.filter(({ places }) => places.includes(place));
  const bar = at('bar').slice(0, isSignedIn(me) ? MAX_IN_BAR : MAX_IN_BAR - 1);
  return { entries, header: at('header').slice(0, MAX_IN_HEADER), bar };
}

function mayOpen(me: Me, routes: readonly RemoteRoute[], path: string): boolean {
  const access = routes.find((route) => route.path === path)?.access;
  if (access === undefined) return false;
  if (access === 'anyone') return true;
  return isSignedIn(me) && doesExistFor(me, access) && refusalOf(me, access) === null;
}
