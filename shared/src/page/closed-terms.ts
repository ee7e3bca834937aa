import type { Me } from '../contract/users';
import { isSignedIn } from '../session/session-store';

/** All visitors share one owner. */
const ownerOf = (me: Me | null) => (isSignedIn(me) ? me.id : 'visitor');

/** Returns the ids in a value of CLOSED_TERMS_COOKIE; none when another user has closed them. */
export function closedTerms(value: string | undefined, me: Me | null): readonly string[] {
  const [owner, ...ids] = value?.split('.') ?? [];
  return owner === ownerOf(me) ? ids : [];
}

/** Returns the value of the cookie once this user has also closed the notice of `id`. */
export const withClosedTerms = (value: string | undefined, me: Me | null, id: string): string =>
  [ownerOf(me), ...closedTerms(value, me).filter((other) => other !== id), id].join('.');
