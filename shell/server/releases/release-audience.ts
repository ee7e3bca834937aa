import { createHash, randomBytes } from 'node:crypto';

import { readCookie } from '../sessions/session-cookies';
import { type Override, overridesIn } from './override';
import type { ReleaseKey } from './release-key';

/** Session cookie: a browser that has seen a release in a rollout keeps seeing it. */
export const AUDIENCE_COOKIE = 'release_visitor';

/** Determines which releases a browser gets. */
export interface ReleaseAudience {
  /** Assigned once by the server; null until then. */
  id: string | null;
  /** Releases and developers' sources that only this browser gets. */
  overrides: readonly Override[];
}

/** The audience of an unknown browser: it gets the live releases. */
export const wholeAudience: ReleaseAudience = { id: null, overrides: [] };

export type ReadAudience = (cookies: string | undefined) => ReleaseAudience;

/** @param takesDevelopers whether overrides by people apply; those of the release gate always do. */
export function audienceReader(key: ReleaseKey, takesDevelopers: boolean): ReadAudience {
  return (cookies) => {
    const id = readCookie(cookies, AUDIENCE_COOKIE);
    return {
      id: id && /^[\w-]{16}$/.test(id) ? id : null,
      overrides: overridesIn(cookies, key).filter(({ by }) => takesDevelopers || by === 'gate'),
    };
  };
}

export const newAudienceId = () => randomBytes(12).toString('base64url');
/** @param attributes the common attributes of all the web server's cookies */
export const audienceCookie = (id: string, attributes: string) => `${AUDIENCE_COOKIE}=${id}; ${attributes}`;

/** Returns whether a browser belongs to the share of a rollout. Each release draws a different share. */
export function isInRollout(id: string, remote: string, version: string, percent: number): boolean {
  const drawn = createHash('sha256').update(`${id} ${remote} ${version}`).digest().readUInt32BE() / 2 ** 32;
  return drawn * 100 < percent;
}
