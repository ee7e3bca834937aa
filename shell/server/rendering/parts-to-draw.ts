import type { KnownPage } from '../pages/known-pages';
import { serverFileOf } from '../releases/release-files';
import type { ServedRegistry, ServedRemote } from '../releases/release-manifest';
import type { PartToDraw } from './renderer-messages';

/** Returns the parts of a page's first screen that the server can draw: those whose release has a file for it. */
export function partsToDraw(
  { remote, slots }: KnownPage,
  registry: ServedRegistry | null,
  releasesDir: string,
): PartToDraw[] {
  const part = (name: string, { version, serverIntegrity }: ServedRemote, kind: PartToDraw['kind'], key: string) =>
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
