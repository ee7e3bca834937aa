import type { SignedInMe } from '@manabiba/shared/contract/users';

type State = SignedInMe['state'];

/** Returns the initial state of an account. A school vouches for its pupils. */
export function firstState(person: {
  isPupil?: boolean;
  isProfessional?: boolean;
  isVerified: boolean;
  isStudentAge: boolean;
}): State {
  if (person.isPupil) return 'active';
  if (person.isProfessional) return 'documents_required';
  return person.isVerified ? verifiedState('email_unverified', person.isStudentAge) : 'email_unverified';
}

/**
 * Returns the state after the e-mail address is verified: users of student age still have to submit identity documents.
 */
export function verifiedState<S extends State>(state: S, isStudentAge: boolean): S | 'documents_required' | 'active' {
  if (state !== 'email_unverified') return state;
  return isStudentAge ? 'documents_required' : 'active';
}

/** Returns whether the school gives out a pupil's passwords, because no address of theirs is verified. */
export const isPasswordFromSchool = (person: {
  partner_school_id: string | null;
  email_verified_at: Date | null;
}): boolean => person.partner_school_id !== null && person.email_verified_at === null;

/** Returns the state after documents are submitted. Unchanged for users who were not asked for any. */
export function submittedState(state: State): State {
  return state === 'documents_required' || state === 'need_resubmit' ? 'under_review' : state;
}

/** Returns the states after the address was verified, also that to which a suspended or withdrawn user returns. */
export const verifiedStates = <Before extends State>(
  { state, state_before: before }: { state: State; state_before: Before | null },
  isStudentAge: boolean,
) => ({
  state: verifiedState(state, isStudentAge),
  ...(before && { state_before: verifiedState(before, isStudentAge) }),
});
