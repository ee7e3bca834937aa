import { ReleaseRefusal } from '../release-refusal';
import { wasWorthReload } from '../release-rows';
import { publishWithin } from './publish-release';
import { type Act, mustBeAsSeen, type QueryClient, type RegistryChanges } from './registry-changes';

export interface Advance extends Act {
  /** The new share of the users who match the rule; null for everyone, which ends the rollout. */
  percent: number | null;
}

export type FitCheck = (version: string, client: QueryClient) => Promise<void>;

/** What a rollout was before it advanced. */
interface EarlierRollout {
  version: string;
  from: number;
}

/**
 * Shows the release in a rollout to a larger share, or makes it live, inside a change. It stays as worth a reload as it
 * was when the rollout began.
 *
 * @param check throws when the release does not fit what has gone live since the gate let it into this rollout.
 */
export async function advanceWithin(
  changes: RegistryChanges,
  client: QueryClient,
  request: Advance,
  check: FitCheck,
): Promise<EarlierRollout> {
  const { remote, who, why, percent } = request;
  const before = await changes.liveEntryOf(client, remote);
  if (!before) throw new ReleaseRefusal(`${remote} has no live release.`);
  mustBeAsSeen(before, request);
  const { rolloutVersion: version, rolloutPercent, rolloutRule } = before;
  if (!version || rolloutPercent === null) throw new ReleaseRefusal(`${remote} has no rollout.`);
  if (percent !== null) mustBeLarger(percent, rolloutPercent, rolloutRule === null ? 99 : 100);
  const rule = percent === null ? null : rolloutRule;
  const isWorthReload = await wasWorthReload(client, remote, version);
  await publishWithin(changes, client, { remote, who, why, version, percent, rule, isWorthReload }, () =>
    check(version, client),
  );
  return { version, from: rolloutPercent };
}

function mustBeLarger(percent: number, current: number, largest: number): void {
  if (percent <= current || percent > largest)
    throw new ReleaseRefusal(`The share must be from ${current + 1} to ${largest} %, or everyone.`, 422);
}
