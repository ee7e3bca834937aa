import type { RenderedPart, RegisteredRemote, Registry, RemoteRoute } from '@manabiba/shared/page/boot-data';

/** A page that a remote offers. */
export interface OfferedRoute extends RemoteRoute {
  remote: string;
}

/** Names a part of a remote: a page or the content of a slot. */
export type PartName = RenderedPart;

/** A part's name in one word. */
export const partText = ({ remote, kind, key }: PartName) => `${remote}/${kind}/${key}`;

/** How the loading of a part ended, or that it threw later. */
export interface PartOutcome extends PartName {
  version: string;
  status: 'ready' | 'failed';
  error?: unknown;
}

/** Returns every page of the live releases. */
export function offeredRoutes(registry: Registry): OfferedRoute[] {
  return Object.entries(registry.remotes).flatMap(([remote, { routes }]) =>
    routes.map((route) => ({ ...route, remote })),
  );
}

/** Returns the remotes whose live release fills a slot, by name. */
export function fillersOf(registry: Registry, slot: string): PartName[] {
  return Object.entries(registry.remotes)
    .filter(([, { slots }]) => slots.includes(slot))
    .map(([remote]) => remote)
    .sort()
    .map((remote) => ({ remote, kind: 'slots', key: slot }));
}

/** Returns whether a release has a part; a page must have the same path as in the other release. */
export function hasPart({ slots, routes }: RegisteredRemote, { kind, key }: PartName, like: RegisteredRemote): boolean {
  if (kind === 'slots') return slots.includes(key);
  const pathsIn = (all: readonly RemoteRoute[]) => all.filter(({ page }) => page === key).map(({ path }) => path);
  const there = pathsIn(routes);
  return pathsIn(like.routes).every((path) => there.includes(path));
}

/** Returns whether an answer has the shape of a registry; a proxy's error page does not. */
export function isRegistry(answer: unknown): answer is Registry {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'remotes' in answer &&
    typeof answer.remotes === 'object' &&
    answer.remotes !== null
  );
}
