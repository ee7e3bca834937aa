import type { RegisteredRemote, Registry, RemoteRoute } from '@manabiba/shared/composition/boot-data';
import { matchPattern, paths } from '@manabiba/shared/navigation/paths';

/** The page that a URL path leads to, as far as the server needs to know it. */
export interface KnownPage {
  title: string;
  /** Search engines may show it: nothing that is somebody's own. */
  isPublic: boolean;
  /** The remote that draws it; absent for the shell's own pages. */
  remote?: { name: string; release: RegisteredRemote; route: RemoteRoute };
  /** The path of one of the shell's own pages. */
  ownPath?: string;
  /** Slots that are part of its first screen. */
  slots: readonly string[];
}

const { top, signIn, termsOfUse, privacyPolicy, law, brandAssets } = paths;

/** What the shell itself shows, in no remote's hands. */
const ownPages = [top, signIn, termsOfUse, privacyPolicy, law, brandAssets];

/** Addresses that are the shell's, whether it has a page there already or not. */
const reserved = [paths.resetPassword, paths.verifyEmail, paths.guardianConsent, paths.status];
const SERVER_PATHS = /^\/(dev|v1|api|r|s|media|deploy|beacon)(\/|$)/;

/** Whether an address is the shell's own, which no remote may take. */
export const isOwnPage = (path: string) => [...ownPages, ...reserved].some(({ pattern }) => matchPattern(pattern, path)) || SERVER_PATHS.test(path);

/** Slots that stand on a page from the start; those of the header come after the content. */
const slotsByPattern: Readonly<Record<string, readonly string[]>> = {
  [paths.top.pattern]: ['top-classrooms', 'top-events', 'top-following', 'top-archives', 'top-professionals'],
  [paths.user.pattern]: ['user-classrooms'],
};

/** Finds the page of a URL path. Fixed paths win over patterns, as they do in the browser's router. */
export function findPage(pathname: string, registry: Registry | null, options: { isDevelopment: boolean }): KnownPage | undefined {
  const own = ownPages.find(({ pattern }) => matchPattern(pattern, pathname));
  if (own) return { title: own === top ? '' : own.part, isPublic: true, ownPath: own.pattern, slots: slotsByPattern[own.pattern] ?? [] };
  if (options.isDevelopment && /^\/dev\/[\w-]+\/?$/.test(pathname)) return { title: '開発', isPublic: false, slots: [] };
  const candidates = Object.entries(registry?.remotes ?? {})
    .flatMap(([name, release]) => release.routes.map((route) => ({ name, release, route })))
    .filter(({ route }) => matchPattern(route.path, pathname))
    .sort((a, b) => parametersIn(a.route) - parametersIn(b.route));
  const [remote] = candidates;
  if (!remote) return undefined;
  return { title: remote.route.title, isPublic: remote.route.access === 'anyone', remote, slots: slotsByPattern[remote.route.path] ?? [] };
}

const parametersIn = ({ path }: RemoteRoute) => path.split('{').length;

/** Files that a page's first screen needs beyond the shell's own: entries, pages, slots, their styles. */
export function filesOf(page: KnownPage, registry: Registry | null): string[] {
  const remotes = Object.values(registry?.remotes ?? {});
  const ofSlots = page.slots.flatMap((slot) => remotes
    .filter((release) => release.slots.includes(slot))
    .flatMap((release) => [release.entry, ...release.preloads.slots[slot] ?? []]));
  const { remote } = page;
  const ofPage = remote ? [remote.release.entry, ...remote.release.preloads.pages[remote.route.page] ?? []] : [];
  return [...new Set([...ofPage, ...ofSlots])];
}
