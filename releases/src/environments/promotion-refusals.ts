import type { QueryClient, RegistryChanges } from '../store/changes/registry-changes';
import { ReleaseRefusal } from '../store/release-refusal';
import { readHistory } from '../store/release-rows';

interface Promotion {
  remote: string;
  version: string;
  environment: string;
}

/** Returns why an environment has nothing to promote: it was promoted already, it was taken away, or never there. */
export async function whyNothingThere(
  client: QueryClient,
  { entryOf }: Pick<RegistryChanges, 'entryOf'>,
  { remote, version, environment }: Promotion,
): Promise<ReleaseRefusal> {
  const entry = await entryOf(client, remote);
  if (entry?.isRetired)
    return new ReleaseRefusal(
      `${remote} is retired, and ${environment} has no release that brings it back: put one there first.`,
    );
  const history = await readHistory(client, remote);
  const promoted = history.findLast((row) => row.action === 'published' && row.version === version);
  if (entry?.version === version && promoted?.environment === environment)
    return new ReleaseRefusal(
      `${remote} ${version} is live already: promoted by ${promoted.who} at ${promoted.at.toISOString()}.`,
    );
  return new ReleaseRefusal(`${environment} has no release of ${remote}: what is live is seen there.`);
}

/** Throws when a release was taken back since it was put into the environment. */
export async function mustNotBeTakenBack(
  client: QueryClient,
  { remote, version, environment }: Promotion,
): Promise<void> {
  const history = await readHistory(client, remote);
  const put = history.findLastIndex(
    (row) => row.action === 'environment_published' && row.environment === environment && row.version === version,
  );
  const takenBack = history
    .slice(put + 1)
    .findLast(
      ({ action, ...row }) =>
        (action === 'rollout_withdrawn' && row.version === version) ||
        (action === 'rolled_back' && row.fromVersion === version),
    );
  if (takenBack)
    throw new ReleaseRefusal(
      `${remote} ${version} was taken back by ${takenBack.who} at ${takenBack.at.toISOString()}: ${takenBack.why}. Release a mended build, or promote it with --force.`,
    );
}
