import type { ServedRegistry, ServedRemote } from '@manabiba/releases';
import type { InitialQuery } from '@manabiba/shared/navigation/initial-queries';
import { matchPattern } from '@manabiba/shared/navigation/paths';
import { retiredRouteAt, titleOfRetired } from '@manabiba/shared/navigation/retired-routes';
import type { PageAccess, RemoteRoute } from '@manabiba/shared/page/boot-data';
import { type OwnPage, ownPages, titleOfOwnPage } from '@manabiba/shared/page/own-pages';
import { firstScreenSlots } from '@manabiba/shared/page/slots';

import type { PageFile } from '../rendering/html/page-file';

/** The page behind a URL path, as far as the server needs to know it. */
export interface KnownPage {
  title: string;
  /** Its path pattern, with parameters in braces. */
  pattern: string;
  /** Search engines may index it: it shows no personal data. */
  isPublic: boolean;
  access: PageAccess;
  /** The remote that renders it; absent for the shell's own pages. */
  remote?: { name: string; release: ServedRemote; route: RemoteRoute };
  /** Path of one of the shell's own pages, by which its files are found. */
  ownPath?: string;
  /** The page of a retired remote. */
  isRetired?: boolean;
  /** Fully rendered by the web server: readable without scripts. */
  isText?: boolean;
  /** Slots that are part of its first screen. */
  slots: readonly string[];
}

/** Finds the files of the page that is shown for every retired one, named by the shell's build. */
const RETIRED_PAGE = '/retired';

const own: readonly OwnPage[] = Object.values(ownPages);

/** Finds the page of a URL path. Fixed paths take precedence over patterns, as in the browser's router. */
export function findPage(
  pathname: string,
  registry: ServedRegistry | null,
  options: { isDevelopment: boolean },
): KnownPage | undefined {
  const ownPage = own.find(({ path }) => matchPattern(path.pattern, pathname));
  if (ownPage) {
    const { pattern } = ownPage.path;
    return {
      title: titleOfOwnPage(ownPage),
      isPublic: !ownPage.isHidden,
      access: 'anyone',
      pattern,
      ownPath: pattern,
      isText: ownPage.kind === 'text',
      slots: firstScreenSlots(pattern),
    };
  }
  if (options.isDevelopment && /^\/dev\/[\w-]+\/?$/.test(pathname))
    return { title: '開発', isPublic: false, access: 'anyone', pattern: pathname, slots: [] };
  const candidates = Object.entries(registry?.remotes ?? {})
    .flatMap(([name, release]) => release.routes.map((route) => ({ name, release, route })))
    .filter(({ route }) => matchPattern(route.path, pathname))
    .sort((a, b) => parametersIn(a.route) - parametersIn(b.route));
  const [remote] = candidates;
  if (!remote) return registry ? retiredPageAt(registry, pathname) : undefined;
  const { title, path, access } = remote.route;
  return { title, pattern: path, isPublic: access === 'anyone', access, remote, slots: firstScreenSlots(path) };
}

function retiredPageAt(registry: ServedRegistry, pathname: string): KnownPage | undefined {
  const route = retiredRouteAt(registry, pathname);
  return (
    route && {
      title: titleOfRetired(route),
      isPublic: false,
      access: 'anyone',
      pattern: route.path,
      ownPath: RETIRED_PAGE,
      isRetired: true,
      slots: [],
    }
  );
}

const parametersIn = ({ path }: RemoteRoute) => path.split('{').length;

/** Returns the files that a page's first screen needs beyond the shell's own: entries, pages, slots, their styles. */
export function filesOf(page: KnownPage, registry: ServedRegistry | null): PageFile[] {
  const ofSlots = page.slots.flatMap((slot) =>
    Object.values(registry?.remotes ?? {})
      .filter((release) => release.slots.includes(slot))
      .flatMap((release) => filesIn(release, release.preloads.slots[slot])),
  );
  const { remote } = page;
  const ofPage = remote ? filesIn(remote.release, remote.release.preloads.pages[remote.route.page]) : [];
  return [...new Map([...ofPage, ...ofSlots].map((file) => [file.url, file])).values()];
}

const filesIn = ({ entry, entryType, integrity }: ServedRemote, files: readonly string[] = []): PageFile[] =>
  [entry, ...files].map((url) => ({
    url,
    integrity: integrity[url],
    ...(entryType && url.endsWith('.js') ? { isModule: true } : {}),
  }));

/** Returns the initial queries of a page's first screen, without duplicates. */
export function initialQueriesOf({ remote, slots }: KnownPage, registry: ServedRegistry | null): InitialQuery[] {
  const ofPage = remote?.release.firstCalls.pages[remote.route.page] ?? [];
  const ofSlots = slots.flatMap((slot) =>
    Object.values(registry?.remotes ?? {}).flatMap(({ firstCalls }) => firstCalls.slots[slot] ?? []),
  );
  return [...new Map([...ofPage, ...ofSlots].map((call) => [JSON.stringify(call), call])).values()];
}
