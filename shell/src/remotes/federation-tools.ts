import type { BootData } from '@manabiba/shared/page/boot-data';
import { global as federation } from '@module-federation/runtime/helpers';

/** Shows the shell and the live remotes of this page, with their versions, to the developer tools of Module Federation. */
export function showToTools({ config, registry }: Partial<BootData>): void {
  if (!config || !registry) return;
  const version = config.shellVersion;
  const releases = Object.values(registry.remotes);
  federation.addGlobalSnapshot({
    shell: {
      version,
      buildVersion: version,
      remotesInfo: Object.fromEntries(
        releases.map((release) => [release.container, { matchedVersion: release.version }]),
      ),
      shared: [],
      consumerList: [],
      remoteTypesZip: '',
      remoteTypesAPI: '',
    },
    ...Object.fromEntries(
      releases.map(({ container, version: live, entry }) => [
        `${container}:${live}`,
        { version: live, remoteEntry: new URL(entry, location.href).href, globalName: container },
      ]),
    ),
  });
}
