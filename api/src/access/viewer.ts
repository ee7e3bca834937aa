import type { Kind } from '@manabiba/shared/contract/endpoint';
import type { SignedInMe } from '@manabiba/shared/contract/users';

interface ViewerRules {
  /**
   * The age from which people may communicate here. It travels with the viewer because what is shown of others
   * depends on it.
   */
  communicateMinAge: number;
}

/** A visitor: with an anonymous session (`id`) or with no token at all. */
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
  isProfessional: boolean;
  /** 24 or under, in Japan's calendar. */
  isStudentAge: boolean;
  /** Old enough to speak and write to others. */
  canCommunicateAge: boolean;
  partnerSchoolId: string | null;
  /** Under 16, and no guardian has agreed yet. */
  isConsentMissing: boolean;
  /** What a partner school allows its pupils; true for everybody else. */
  canCreate: boolean;
  canSpeak: boolean;
  /** The school keeps its pupils among themselves; false for everybody else. */
  isAmongClassmates: boolean;
}

/** Somebody with a session, be it an anonymous one. */
export type SessionViewer = SignedInViewer | (AnonymousViewer & { id: string });

/** Whoever asks. */
export type Viewer = AnonymousViewer | SignedInViewer;

export const isSignedIn = (viewer: Viewer): viewer is SignedInViewer => viewer.kind !== 'anonymous';

/** What a bearer token says about the sender. */
export interface Authentication {
  viewer: Viewer;
  /** There was a token and it is good for nothing: expired, revoked, forged. */
  isRejected: boolean;
  /** The session of a rightly signed token that is too old. Only signing out may use it. */
  expiredSessionId: string | null;
  /** Whose session it was, when it is over: a call that ended it may be repeated and gets its first answer. */
  endedOwnerId?: string | null;
}

/**
 * Who sends this token (null: none was sent). Answers at once from memory where it can; `isFresh` asks the database,
 * as every call that changes something must.
 */
export type Authenticate = (
  token: string | null,
  options: { isFresh: boolean },
) => Authentication | Promise<Authentication>;

/** The id of a signed-in viewer, null for visitors: an anonymous id never stands in a table of people. */
export const personIdOf = (viewer: Viewer): string | null => (isSignedIn(viewer) ? viewer.id : null);
