import { type ServedRegistry, type ServedRemote, serverFileOf } from '@manabiba/releases';

import type { KnownPage } from '../pages/known-pages';
import type { PartToRender } from './sandbox/renderer-messages';

/** Returns the parts of a page's first screen whose release has a file for server rendering. */
export function partsToRender(
  { remote, slots }: KnownPage,
  registry: ServedRegistry | null,
  releasesDir: string,
): PartToRender[] {
  const part = (name: string, { version, serverIntegrity }: ServedRemote, kind: PartToRender['kind'], key: string) =>
    serverIntegrity
      ? [
          {
            remote: name,
            kind,
            key,
            version,
            file: serverFileOf(releasesDir, name, version),
            integrity: serverIntegrity,
          },
        ]
      : [];
  return [
    ...(remote ? part(remote.name, remote.release, 'pages', remote.route.page) : []),
    ...slots.flatMap((slot) =>
      Object.entries(registry?.remotes ?? {})
        .filter(([, release]) => release.slots.includes(slot))
        .flatMap(([name, release]) => part(name, release, 'slots', slot)),
    ),
  ];
}
