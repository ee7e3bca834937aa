import type { SignedInMe } from '@manabiba/shared/contract/users';

type State = SignedInMe['state'];

/** In which state an account begins. A school vouches for its pupils. */
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

/** The state once the address is verified: people of student age still have to show who they are. */
export function verifiedState(state: State, isStudentAge: boolean): State {
  if (state !== 'email_unverified') return state;
  return isStudentAge ? 'documents_required' : 'active';
}

/** The state once documents are handed in. Others than those who were asked change nothing by it. */
export function submittedState(state: State): State {
  return state === 'documents_required' || state === 'need_resubmit' ? 'under_review' : state;
}
