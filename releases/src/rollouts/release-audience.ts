import { createHash } from 'node:crypto';

import type { EnvironmentName } from '../environments/environment-name';
import type { Override } from './override';
import { fitsRule, type RolloutRule, type RulePerson } from './rollout-rule';

/** Determines which releases a browser gets. */
export interface ReleaseAudience {
  /** Assigned once by the server; null until then. */
  id: string | null;
  /** Releases and developers' sources that only this browser gets. */
  overrides: readonly Override[];
  /** The environment that this browser has opened; null for production. */
  environment: EnvironmentName | null;
  /** The signed-in user; null for anonymous visitors, and where no rollout depends on it. */
  person: RulePerson | null;
}

/** The audience of an unknown browser: it gets the live releases. */
export const wholeAudience: ReleaseAudience = { id: null, overrides: [], environment: null, person: null };

/** Who gets the release in a rollout. */
interface Reach {
  percent: number;
  rule: RolloutRule | null;
}

/**
 * Returns whether an audience gets the release in a rollout: it fits the rule, and its browser belongs to the share.
 */
export const isInRollout = (
  { id, person }: ReleaseAudience,
  remote: string,
  version: string,
  { percent, rule }: Reach,
) => fitsRule(rule, person) && (percent >= 100 || (id !== null && isInShare(id, remote, version, percent)));

/** Each release goes to a different share of the browsers. */
function isInShare(id: string, remote: string, version: string, percent: number): boolean {
  const drawn = createHash('sha256').update(`${id} ${remote} ${version}`).digest().readUInt32BE() / 2 ** 32;
  return drawn * 100 < percent;
}
