import { millisecondsInDay, millisecondsInHour } from 'date-fns/constants';

import type { ReleaseKey } from '../store/release-key';
import { type EnvironmentName, environmentName } from './environment-name';

/** The cookie with the environment that a browser has opened. */
export const ENVIRONMENT_COOKIE = 'release_environment';
/** How long a link can be opened, in milliseconds: a day, because several people review a release. */
const LINK_LIFE_MS = millisecondsInDay;
/** How long a browser stays in an environment, in milliseconds. */
const STAY_MS = 12 * millisecondsInHour;

/** The payload of a link that leads into an environment. */
export const environmentGrant = (environment: EnvironmentName, key: ReleaseKey) =>
  sign('environment link', environment, LINK_LIFE_MS, key);
export const readEnvironmentGrant = (grant: string, key: ReleaseKey) => verify('environment link', grant, key);

/** Returns the `Set-Cookie` header that puts a browser into an environment, or back into production. */
export const environmentCookie = (environment: EnvironmentName | null, key: ReleaseKey, attributes: string) =>
  environment
    ? `${ENVIRONMENT_COOKIE}=${sign('environment', environment, STAY_MS, key)}; ${attributes}`
    : `${ENVIRONMENT_COOKIE}=; Max-Age=0; ${attributes}`;

/** Returns the environment in the value of a browser's cookie; null for production. */
export const environmentIn = (cookie: string | undefined, key: ReleaseKey): EnvironmentName | null =>
  verify('environment', cookie ?? '', key);

function sign(purpose: string, environment: EnvironmentName, lifeMs: number, key: ReleaseKey): string {
  const text = `${environment}~${Date.now() + lifeMs}`;
  return `${text}~${key.mark(`${purpose} ${text}`)}`;
}

function verify(purpose: string, signed: string, key: ReleaseKey): EnvironmentName | null {
  const [name = '', until = '', mark = '', ...rest] = signed.split('~');
  const isOurs = rest.length === 0 && key.isMarked(`${purpose} ${name}~${until}`, mark);
  if (!isOurs || Number(until) < Date.now()) return null;
  return environmentName.safeParse(name).data ?? null;
}
