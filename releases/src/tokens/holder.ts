import { ReleaseRefusal } from '../store/release-refusal';

/** Who calls, as their token proves. */
export interface Holder {
  kind: 'operator' | 'member' | 'ci';
  /** The address of a team's member, `operator`, or `ci` with the subject of its token. */
  person: string;
  /** The only remote that they may change; null for all. */
  remote: string | null;
  /** Null for holders whose token is not stored: the operator and runs of a CI. */
  tokenId: string | null;
}

/** The holder of DEPLOY_TOKEN. */
export const OPERATOR: Holder = { kind: 'operator', person: 'operator', remote: null, tokenId: null };

/** Returns the holder. Throws (403) unless they may change the remote. */
export function mustMayRelease(holder: Holder, remote: string): Holder {
  if (holder.remote !== null && holder.remote !== remote)
    throw new ReleaseRefusal(`This token is for ${holder.remote}, not for ${remote}.`, 403);
  return holder;
}

/** Throws (403) unless the caller is the operator. */
export function mustBeOperator({ kind }: Holder): void {
  if (kind !== 'operator') throw new ReleaseRefusal('Only the operator may manage tokens.', 403);
}

/** Throws (403) for a CI: consent takes a person. */
export function mustBePerson({ kind }: Holder): void {
  if (kind === 'ci') throw new ReleaseRefusal('A CI cannot approve: skipping the gate takes a second person.', 403);
}

/** Returns a change with its proved author. Throws (403) unless the caller may change the remote. */
export const signedAct = <Given extends { remote: string; who?: string | undefined }>(
  holder: Holder,
  given: Given,
) => ({ ...given, who: authorOf(mustMayRelease(holder, given.remote), given.who) });

/**
 * The author of a change as the history shows it. A typed name only adds to the operator's, whose key several people
 * may have; it never replaces what a token proves.
 */
export const authorOf = ({ kind, person }: Holder, typed: string | undefined): string =>
  kind === 'operator' && typed !== undefined ? `${typed} (${person})` : person;
