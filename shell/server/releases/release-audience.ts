import { createHash, randomBytes } from 'node:crypto';

import { readCookie } from '../sessions/session-cookies';
import { environmentIn } from './environments/environment-link';
import type { EnvironmentName } from './environments/environment-name';
import { type Override, overridesIn } from './override';
import type { ReleaseKey } from './release-key';
import { fitsRule, type RolloutRule, type RulePerson } from './rules/rollout-rule';

/** Session cookie: a browser that has seen a release in a rollout keeps seeing it. */
export const AUDIENCE_COOKIE = 'release_visitor';

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

/** Reads the audience from the cookies: everything but the user. */
export type ReadAudience = (cookies: string | undefined) => ReleaseAudience;

/** @param takesDevelopers whether overrides by developers apply; those of the release gate always do. */
export function audienceReader(key: ReleaseKey, takesDevelopers: boolean): ReadAudience {
  return (cookies) => {
    const id = readCookie(cookies, AUDIENCE_COOKIE);
    return {
      id: id && /^[\w-]{16}$/.test(id) ? id : null,
      overrides: overridesIn(cookies, key).filter(({ by }) => takesDevelopers || by === 'gate'),
      environment: environmentIn(cookies, key),
      person: null,
    };
  };
}

export const newAudienceId = () => randomBytes(12).toString('base64url');
/** @param attributes the common attributes of all the web server's cookies */
export const audienceCookie = (id: string, attributes: string) => `${AUDIENCE_COOKIE}=${id}; ${attributes}`;

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
