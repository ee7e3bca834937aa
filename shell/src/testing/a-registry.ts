import type { RegisteredRemote, Registry, RemoteRoute } from '@manabiba/shared/page/boot-data';

type Offer = Partial<Pick<RegisteredRemote, 'slots' | 'version' | 'navigation'>> & {
  routes?: Array<Partial<RemoteRoute> & { path: string }>;
};

/** Creates a registry of fake remotes: each page has its path as key. */
export function aRegistry(offers: Record<string, Offer>): Registry {
  const remotes = Object.entries(offers).map(
    ([remote, { routes = [], slots = [], version = '1.0.0', navigation }]): [string, RegisteredRemote] => [
      remote,
      {
        container: remote.replace('-', '_'),
        version,
        entry: `/r/${remote}/${version}/entry.js`,
        slots,
        ...(navigation ? { navigation } : {}),
        routes: routes.map((route) => ({ page: route.path, title: 'ページ', access: 'anyone', ...route })),
        preloads: { pages: {}, slots: {} },
        integrity: {},
      },
    ],
  );
  return { remotes: Object.fromEntries(remotes) };
}
