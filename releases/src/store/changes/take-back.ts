import type { EnvironmentStore } from '../../environments/environment-store';
import { wordsOfRule } from '../../rollouts/rollout-rule';
import { goBackTarget } from '../release-history';
import { ReleaseRefusal } from '../release-refusal';
import { note, readLived, type RegistryRow } from '../release-rows';
import { type Act, mustBeAsSeen, NO_ROLLOUT, type QueryClient, type RegistryChanges } from './registry-changes';

/** What went live with a release in one change, and is live still. */
export interface LiveWith {
  remote: string;
  version: string;
}

interface Author {
  who: string;
  why: string;
}

interface Undoing {
  changes: RegistryChanges;
  environments: Pick<EnvironmentStore, 'withdrawAll'>;
}

/** Ends a running rollout, or restores what was live before the last change: of all remotes that it was of. */
export async function rollBackWithin(
  { changes, environments }: Undoing,
  client: QueryClient,
  { remote, who, why, revision }: Act,
): Promise<{ version: string; left: string; with: LiveWith[] }> {
  const before = await changes.liveEntryOf(client, remote);
  if (!before) throw new ReleaseRefusal(`${remote} has no live release.`);
  mustBeAsSeen(before, { remote, revision });
  const { version: live, rolloutVersion } = before;
  const target = rolloutVersion ? live : goBackTarget(await readLived(client, remote), live);
  if (!target)
    throw new ReleaseRefusal(
      `${remote} ${live} is the first release: there is no earlier one. To take it away: npm run release -- ${remote} --retire`,
    );
  const others = rolloutVersion ? [] : await liveWith(changes, client, { remote, version: live });
  await changes.point(client, { remote, version: target, ...NO_ROLLOUT });
  const line = { remote, who, why, fromVersion: live, percent: null };
  await note(client, { ...line, ...(rolloutVersion ? withdrawn(rolloutVersion) : rolledBack(target)) });
  for (const other of others) await takeBack({ changes, environments }, client, other, { who, why });
  return { version: target, left: rolloutVersion ?? live, with: others };
}

/**
 * Withdraws a release that fails, if it is still the same one: the rollout, or the live release, in whose place `to`
 * goes live; what went live with it in one change goes back too. Throws when the files of one of them are gone. Rollouts
 * next to live releases continue. Returns whether there was anything to withdraw.
 */
export async function withdrawWithin(
  { changes, environments }: Undoing,
  client: QueryClient,
  { remote, who, why, version, to }: Act & { version: string; to?: string },
): Promise<boolean> {
  const before = await changes.liveEntryOf(client, remote);
  if (!before || (to ? before.version : before.rolloutVersion) !== version) return false;
  const { version: live, rolloutPercent, rolloutRule } = before;
  const others = to ? await liveWith(changes, client, { remote, version }) : [];
  await changes.point(client, { remote, version: to ?? live, ...(to ? rolloutBeside(before, to) : NO_ROLLOUT) });
  await note(client, {
    remote,
    who,
    why,
    fromVersion: live,
    ...(to ? rolledBack(to) : withdrawn(version)),
    percent: to || rolloutPercent === 100 ? null : rolloutPercent,
    rule: !to && rolloutRule ? wordsOfRule(rolloutRule) : null,
  });
  for (const other of others) await takeBack({ changes, environments }, client, other, { who, why });
  return true;
}

/** Returns the other remotes of the change by which a release went live, if what it made live of them still is. */
export async function liveWith(
  { liveEntryOf }: Pick<RegistryChanges, 'liveEntryOf'>,
  client: QueryClient,
  { remote, version }: LiveWith,
): Promise<LiveWith[]> {
  const { rows } = await client.query<LiveWith>(
    `select remote, version from release_history where action = 'published' and remote <> $1 and change_id = (
       select change_id from release_history where action = 'published' and remote = $1 and version = $2 order by id desc limit 1)
     order by remote`,
    [remote, version],
  );
  const live = await Promise.all(rows.map((row) => liveEntryOf(client, row.remote)));
  return rows.filter((row, index) => live[index]?.version === row.version);
}

/** Restores what was live before the release of a change; a remote that this change brought is retired. */
async function takeBack(
  { changes, environments }: Undoing,
  client: QueryClient,
  { remote, version }: LiveWith,
  author: Author,
): Promise<void> {
  const entry = await changes.liveEntryOf(client, remote);
  const target = goBackTarget(await readLived(client, remote), version);
  const line = { remote, ...author, fromVersion: version, percent: null };
  if (entry && target) {
    await changes.point(client, { remote, version: target, ...rolloutBeside(entry, target) });
    await note(client, { ...line, ...rolledBack(target) });
    return;
  }
  await changes.point(client, { remote, version, ...NO_ROLLOUT, isRetired: true });
  await note(client, { ...line, action: 'retired', version });
  await environments.withdrawAll(client, { remote, ...author });
}

/** The rollout that continues next to a release. */
const rolloutBeside = ({ rolloutVersion, rolloutPercent, rolloutRule }: RegistryRow, live: string) =>
  rolloutVersion === live ? NO_ROLLOUT : { rolloutVersion, rolloutPercent, rolloutRule };
const rolledBack = (version: string) => ({ action: 'rolled_back', version }) as const;
const withdrawn = (version: string) => ({ action: 'rollout_withdrawn', version }) as const;
