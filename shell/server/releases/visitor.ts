import { createHash, randomBytes } from 'node:crypto';
import { readCookie } from '../session-cookies';
import type { ReleaseKey } from './release-key';

/** Lives as long as the browser's session: who has seen a release in a rollout keeps seeing it. */
const VISITOR = 'release_visitor';
const OVERRIDE = 'release_candidate';
/** How long a browser may look at a candidate, in milliseconds. */
const OVERRIDE_LIFE_MS = 10 * 60_000;

/** Which releases a browser gets. */
export interface Visitor {
  /** Chosen once by the server; null until then. */
  id: string | null;
  /** A candidate that this browser alone looks at. */
  override: { remote: string; version: string } | null;
}

/** Somebody of whom nothing is known: gets what is live. */
export const anybody: Visitor = { id: null, override: null };

export function readVisitor(cookies: string | undefined, key: ReleaseKey): Visitor {
  const id = readCookie(cookies, VISITOR);
  return { id: id && /^[\w-]{16}$/.test(id) ? id : null, override: readOverride(readCookie(cookies, OVERRIDE), key) };
}

export const newVisitorId = () => randomBytes(12).toString('base64url');
export const visitorCookie = (id: string) => `${VISITOR}=${id}; Path=/; HttpOnly; Secure; SameSite=Lax`;

/** Whether a visitor belongs to the share of a rollout. Another release draws another share. */
export function isInRollout(id: string, remote: string, version: string, percent: number): boolean {
  const drawn = createHash('sha256').update(`${id} ${remote} ${version}`).digest().readUInt32BE() / 2 ** 32;
  return drawn * 100 < percent;
}

/** The cookie under which a browser gets a candidate; nobody can make one without the key. */
export function overrideCookie(remote: string, version: string, key: ReleaseKey): { name: string; value: string } {
  const text = `${remote}~${version}~${Date.now() + OVERRIDE_LIFE_MS}`;
  return { name: OVERRIDE, value: `${text}~${key.mark(`override ${text}`)}` };
}

function readOverride(value: string | undefined, key: ReleaseKey): Visitor['override'] {
  const [remote, version, until, mark, ...rest] = value?.split('~') ?? [];
  if (!remote || !version || !until || !mark || rest.length > 0) return null;
  if (!key.isMarked(`override ${remote}~${version}~${until}`, mark) || Number(until) < Date.now()) return null;
  return { remote, version };
}
