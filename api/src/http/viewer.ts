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
  /** What a partner school allows its pupils; true for everybody else. */
  canCreate: boolean;
  canSpeak: boolean;
}

/** Whoever asks. */
export type Viewer = AnonymousViewer | SignedInViewer;

export const isSignedIn = (viewer: Viewer): viewer is SignedInViewer => viewer.kind !== 'anonymous';
