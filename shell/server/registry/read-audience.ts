import { randomBytes } from 'node:crypto';

import {
  environmentIn,
  ENVIRONMENT_COOKIE,
  overridesIn,
  type ReleaseAudience,
  type ReleaseKey,
} from '@manabiba/releases';

import { readCookie } from '../sessions/session-cookies';

/** Session cookie: a browser that has seen a release in a rollout keeps seeing it. */
export const AUDIENCE_COOKIE = 'release_visitor';

/** Reads the audience from the cookies: everything but the user. */
export type ReadAudience = (cookies: string | undefined) => ReleaseAudience;

/** @param takesDevelopers whether overrides by developers apply; those of the release gate and of replays always do. */
export function audienceReader(key: ReleaseKey, takesDevelopers: boolean): ReadAudience {
  return (cookies) => {
    const id = readCookie(cookies, AUDIENCE_COOKIE);
    return {
      id: id && /^[\w-]{16}$/.test(id) ? id : null,
      overrides: overridesIn(cookies, key).filter(({ by }) => takesDevelopers || by === 'gate' || by === 'replay'),
      environment: environmentIn(readCookie(cookies, ENVIRONMENT_COOKIE), key),
      person: null,
    };
  };
}

export const newAudienceId = () => randomBytes(12).toString('base64url');
/** @param attributes the common attributes of all the web server's cookies */
export const audienceCookie = (id: string, attributes: string) => `${AUDIENCE_COOKIE}=${id}; ${attributes}`;
