import type { ApiScope } from '@manabiba/shared/contract/api-scopes';
import type { Kind } from '@manabiba/shared/contract/endpoint';
import type { SignedInMe } from '@manabiba/shared/contract/users';

import type { StaffSessionState } from './staff-lock';

interface ViewerRules {
  /**
   * The minimum age for communicating on this service. It travels with the viewer because it affects what is shown of
   * other users.
   */
  communicateMinAge: number;
}

/** An anonymous viewer: with an anonymous session (`id`) or with no token at all. */
export interface AnonymousViewer extends ViewerRules {
  kind: 'anonymous';
  id: string | null;
  sessionId: string | null;
}

export interface SignedInViewer extends ViewerRules {
  kind: Exclude<Kind, 'anonymous'>;
  id: string;
  sessionId: string;
  role: SignedInMe['role'];
  state: SignedInMe['state'];
  /** Nobody has shown that the address is theirs, whatever the state; false for pupils of partner schools. */
  isEmailUnverified: boolean;
  isProfessional: boolean;
  /** Aged 24 or under by Japan's calendar. */
  isStudentAge: boolean;
  /** Old enough to speak and write to other users. */
  canCommunicateAge: boolean;
  partnerSchoolId: string | null;
  /** Under 16 without guardian consent. */
  isConsentMissing: boolean;
  /** What a partner school allows its pupils; true for all other users. */
  canCreate: boolean;
  canSpeak: boolean;
  /** The school keeps its pupils separate from other users; false for everyone else. */
  isAmongClassmates: boolean;
  /** Of the session, for the staff; null for everyone else. */
  staffSession: StaffSessionState | null;
}

/** A viewer with a session, including an anonymous one. */
export type SessionViewer = SignedInViewer | (AnonymousViewer & { id: string });

/** The viewer on whose behalf a call is made. */
export type Viewer = AnonymousViewer | SignedInViewer;

export const isSignedIn = (viewer: Viewer): viewer is SignedInViewer => viewer.kind !== 'anonymous';

/** The result of checking a bearer token. */
export interface Authentication {
  viewer: Viewer;
  /** The token was present but is invalid: expired, revoked or forged. */
  isRejected: boolean;
  /** The session of a correctly signed but expired token. Only signing out may use it. */
  expiredSessionId: string | null;
  /** The owner of an ended session: a call that ended it may be repeated and gets its first answer. */
  endedOwnerId?: string | null;
  /** The key that was sent instead of a token; its id is null when it is unknown, revoked or expired. */
  apiKey?: { id: string | null; scopes: readonly ApiScope[] };
}

/**
 * Authenticates a bearer token (null: none was sent). Answers from memory where possible; `isFresh` queries the
 * database, which every call that changes data requires.
 */
export type Authenticate = (
  token: string | null,
  options: { isFresh: boolean },
) => Authentication | Promise<Authentication>;

/**
 * Returns the id of a signed-in viewer, or null for anonymous viewers: an anonymous id must never be stored in a user
 * table.
 */
export const personIdOf = (viewer: Viewer): string | null => (isSignedIn(viewer) ? viewer.id : null);
