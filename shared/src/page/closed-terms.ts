import type { Me } from '../contract/users';
import { isSignedIn } from '../session/session-store';

/** The cookie with the announced versions of the terms whose notice was closed on this device, and by whom. */
export const CLOSED_TERMS_COOKIE = 'closed_terms';

/** All visitors share one owner. */
const ownerOf = (me: Me | null) => (isSignedIn(me) ? me.id : 'visitor');

/** Returns the ids in a value of the cookie; none when somebody else has closed them. */
export function closedTerms(value: string | undefined, me: Me | null): readonly string[] {
  const [owner, ...ids] = value?.split('.') ?? [];
  return owner === ownerOf(me) ? ids : [];
}

/** Returns the value of the cookie once this user has also closed the notice of `id`. */
export const withClosedTerms = (value: string | undefined, me: Me | null, id: string): string =>
  [ownerOf(me), ...closedTerms(value, me).filter((other) => other !== id), id].join('.');
