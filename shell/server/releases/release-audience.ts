import { createHash, randomBytes } from 'node:crypto';

import { readCookie } from '../sessions/session-cookies';
import { type Override, overridesIn } from './override';
import type { ReleaseKey } from './release-key';

/** Lives as long as the browser's session: who has seen a release in a rollout keeps seeing it. */
const VISITOR = 'release_visitor';

/** Which releases a browser gets. */
export interface Visitor {
  /** Chosen once by the server; null until then. */
  id: string | null;
  /** Releases and developers' sources that this browser alone gets. */
  overrides: readonly Override[];
}

/** Somebody of whom nothing is known: gets what is live. */
export const anybody: Visitor = { id: null, overrides: [] };

export type ReadVisitor = (cookies: string | undefined) => Visitor;

/** @param takesDevelopers whether the overrides of people count; those of the release gate always do. */
export function visitorReader(key: ReleaseKey, takesDevelopers: boolean): ReadVisitor {
  return (cookies) => {
    const id = readCookie(cookies, VISITOR);
    return {
      id: id && /^[\w-]{16}$/.test(id) ? id : null,
      overrides: overridesIn(cookies, key).filter(({ by }) => takesDevelopers || by === 'gate'),
    };
  };
}

export const newVisitorId = () => randomBytes(12).toString('base64url');
/** @param attributes those of all the web server's cookies */
export const visitorCookie = (id: string, attributes: string) => `${VISITOR}=${id}; ${attributes}`;

/** Whether a visitor belongs to the share of a rollout. Another release draws another share. */
export function isInRollout(id: string, remote: string, version: string, percent: number): boolean {
  const drawn = createHash('sha256').update(`${id} ${remote} ${version}`).digest().readUInt32BE() / 2 ** 32;
  return drawn * 100 < percent;
}
