import { type RolloutRule, wordsOfRule } from '../../rollouts/rollout-rule';
import { type BuiltOn, mustBeBuiltOnLive } from '../live-has-moved';
import { ReleaseRefusal } from '../release-refusal';
import { note } from '../release-rows';
import type { Act, QueryClient, RegistryChanges } from './registry-changes';

/** Why a gate was not run, and who agreed. */
export interface SkippedGate {
  why: string;
  approvedBy: string;
}

export interface PublishRequest extends Act {
  version: string;
  /** null for everyone. */
  percent: number | null;
  /** Who may get it; absent or null for everyone. */
  rule?: RolloutRule | null | undefined;
  /** Notifies users who have an older release open. */
  isWorthReload?: boolean | undefined;
  /**
   * What was live when the release was checked; throws `LiveHasMoved` when something else is. Absent: it replaces
   * whatever is live.
   */
  builtOn?: BuiltOn | undefined;
  /** An additional entry in the history. */
  skipped?: SkippedGate | undefined;
  /** The environment from which it is promoted. */
  environment?: string | undefined;
  /** The change of several remotes to which it belongs; absent when it is of this remote alone. */
  changeId?: string | undefined;
}

/**
 * Makes a staged release live in production, or rolls it out, inside a change.
 *
 * @param check throws when the release must not go live. It asks the database by the change's client.
 */
export async function publishWithin(
  { liveEntryOf, point }: RegistryChanges,
  client: QueryClient,
  request: PublishRequest,
  check: (client: QueryClient) => Promise<void>,
): Promise<{ isNews: boolean; from: string | null }> {
  const { remote, who, why, version, percent, rule = null, isWorthReload = false, builtOn, skipped } = request;
  const before = await liveEntryOf(client, remote);
  await check(client);
  if (rule) mustHaveAnother(remote, version, before?.version);
  const isRollout = (percent !== null || rule !== null) && before !== undefined && before.version !== version;
  if (before?.version === version && before.rolloutVersion === null) return { isNews: false, from: before.version };
  if (builtOn) await mustBeBuiltOnLive(client, remote, builtOn, before);
  await point(
    client,
    isRollout
      ? { remote, version: before.version, rolloutVersion: version, rolloutPercent: percent ?? 100, rolloutRule: rule }
      : { remote, version, rolloutVersion: null, rolloutPercent: null },
  );
  const environment = request.environment ?? null;
  const line = { remote, version, who, fromVersion: before?.version ?? null, environment };
  if (skipped) await note(client, { ...line, ...skipped, action: 'gate_skipped', percent: null });
  await note(client, {
    ...line,
    why,
    action: isRollout ? 'rollout_started' : 'published',
    percent: isRollout ? percent : null,
    rule: isRollout && rule ? wordsOfRule(rule) : null,
    isWorthReload,
    changeId: request.changeId ?? null,
  });
  return { isNews: true, from: line.fromVersion };
}

/** Throws unless there is another release for those who do not match the rule. */
function mustHaveAnother(remote: string, version: string, live: string | undefined): void {
  if (live === undefined)
    throw new ReleaseRefusal(
      `${remote} has no live release for those whom a rule leaves out: release it to everyone, or into an environment.`,
    );
  if (live === version)
    throw new ReleaseRefusal(`${remote} ${version} is live for everyone: a rule can no longer hide it.`);
}
