import type { RegisteredRemote, Registry, RemoteRoute } from '@manabiba/shared/page/boot-data';

/** A page that a remote offers. */
export interface OfferedRoute extends RemoteRoute {
  remote: string;
}

/** Which part of which remote: a page or what fills a slot. */
export interface PartName {
  remote: string;
  kind: 'pages' | 'slots';
  key: string;
}

/** How the loading of a part ended, or that it threw later. */
export interface PartOutcome extends PartName {
  version: string;
  status: 'ready' | 'failed';
  error?: unknown;
}

/** Every page that the live releases offer. */
export function offeredRoutes(registry: Registry): OfferedRoute[] {
  return Object.entries(registry.remotes).flatMap(([remote, { routes }]) =>
    routes.map((route) => ({ ...route, remote })),
  );
}

/** The remotes whose live release fills a slot. */
export function fillersOf(registry: Registry, slot: string): PartName[] {
  return Object.entries(registry.remotes)
    .filter(([, { slots }]) => slots.includes(slot))
    .map(([remote]) => ({ remote, kind: 'slots', key: slot }));
}

/** Whether a release has a part, a page at the same address as another release has it. */
export function hasPart({ slots, routes }: RegisteredRemote, { kind, key }: PartName, like: RegisteredRemote): boolean {
  if (kind === 'slots') return slots.includes(key);
  const pathsIn = (all: readonly RemoteRoute[]) => all.filter(({ page }) => page === key).map(({ path }) => path);
  const there = pathsIn(routes);
  return pathsIn(like.routes).every((path) => there.includes(path));
}

/** Whether an answer has the shape of a registry; a proxy's page has not. */
export function isRegistry(answer: unknown): answer is Registry {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'remotes' in answer &&
    typeof answer.remotes === 'object' &&
    answer.remotes !== null
  );
}
