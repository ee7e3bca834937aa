import { ReleaseRefusal } from '../release-refusal';
import { publishWithin } from './publish-release';
import { type Act, mustBeAsSeen, type QueryClient, type RegistryChanges } from './registry-changes';

/**
 * Makes the last release of a retired remote live again, inside a change, as its first release: earlier ones do not come
 * back with it. Returns it.
 *
 * @param check throws when that release does not fit what is live now. It asks the database by the change's client.
 */
export async function bringBackWithin(
  changes: RegistryChanges,
  client: QueryClient,
  act: Act,
  check: (version: string, client: QueryClient) => Promise<void>,
): Promise<{ version: string }> {
  const { remote, who, why } = act;
  const entry = await changes.entryOf(client, remote);
  if (!entry?.isRetired) throw new ReleaseRefusal(`${remote} is not retired.`);
  mustBeAsSeen(entry, act);
  const { version } = entry;
  await publishWithin(changes, client, { remote, version, who, why, percent: null }, () => check(version, client));
  return { version };
}
