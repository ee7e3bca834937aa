import { millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

import type { ReleaseKey } from '../store/release-key';
import { remoteName, versionName } from '../store/release-manifest';

/** Who shows a stored release. */
const STORED = ['gate', 'person', 'replay'] as const;

/** Replaces the live release of a remote for one browser. */
export interface Override {
  remote: string;
  version: string;
  /**
   * Origin of the override: the release gate, a person testing a release, the replay of a failure, or a developer with a
   * dev server on this port of their own machine.
   */
  by: (typeof STORED)[number] | number;
}

const COOKIE = 'release_override.';
/** Lifetime of each kind, in milliseconds: a gate run takes a minute, a developer's day is long. */
const GATE_LIFE_MS = 10 * millisecondsInMinute;
const PERSON_LIFE_MS = 12 * millisecondsInHour;
/** How long a link can be opened after its creation, in milliseconds. */
const LINK_LIFE_MS = 10 * millisecondsInMinute;
/** Cookies are small, and so is the number of remotes. */
const MOST = 16;

/** The cookie that holds a browser's override; it cannot be forged without the key. */
export function overrideCookie(override: Override, key: ReleaseKey): { name: string; value: string } {
  return {
    name: COOKIE + override.remote,
    value: sign('override', override, override.by === 'gate' ? GATE_LIFE_MS : PERSON_LIFE_MS, key),
  };
}

/** The payload of a link that sets such a cookie: it must be opened within ten minutes. */
export const overrideGrant = (override: Override, key: ReleaseKey) =>
  `${override.remote}~${sign('grant', override, LINK_LIFE_MS, key)}`;

export function readOverrideGrant(grant: string, key: ReleaseKey): Override | undefined {
  const end = grant.indexOf('~');
  return verify('grant', grant.slice(0, end), grant.slice(end + 1), key);
}

/** Returns all overrides in the browser's cookies that our key has signed and that have not expired. */
export function overridesIn(cookies: string | undefined, key: ReleaseKey): Override[] {
  return namesIn(cookies).flatMap(([remote, value]) => verify('override', remote, value, key) ?? []);
}

/** Returns the `Set-Cookie` headers that clear all overrides of the browser, or that of one remote. */
export function clearOverrides(cookies: string | undefined, only: string | undefined, attributes: string): string[] {
  return namesIn(cookies)
    .filter(([remote]) => only === undefined || remote === only)
    .map(([remote]) => `${COOKIE}${remote}=; Max-Age=0; ${attributes}`);
}

export const setOverride = ({ name, value }: { name: string; value: string }, attributes: string) =>
  `${name}=${value}; ${attributes}`;

/** Origin of a developer's own files: the same machine, and nowhere else. */
export const originOf = ({ by }: Override) => (typeof by === 'number' ? `http://localhost:${by}` : undefined);

function namesIn(cookies: string | undefined): [string, string][] {
  return (cookies ?? '')
    .split(/;\s*/)
    .flatMap((each): [string, string][] => {
      const [, remote, value] = /^release_override\.([\w-]+)=(.*)$/.exec(each) ?? [];
      return remote === undefined || value === undefined ? [] : [[remote, value]];
    })
    .slice(0, MOST);
}

function sign(purpose: string, { remote, version, by }: Override, lifeMs: number, key: ReleaseKey): string {
  const text = `${version}~${by}~${Date.now() + lifeMs}`;
  return `${text}~${key.mark(`${purpose} ${remote}~${text}`)}`;
}

function verify(purpose: string, remote: string, value: string, key: ReleaseKey): Override | undefined {
  const [version, by, until, mark, ...rest] = value.split('~');
  if (!version || !by || !until || !mark || rest.length > 0) return undefined;
  if (!key.isMarked(`${purpose} ${remote}~${version}~${by}~${until}`, mark) || Number(until) < Date.now())
    return undefined;
  if (!remoteName.safeParse(remote).success || !versionName.safeParse(version).success) return undefined;
  return { remote, version, by: STORED.find((each) => each === by) ?? Number(by) };
}
