import { ReleaseRefusal } from '../release-refusal';

/** Who calls, as their token proves. */
export interface Holder {
  /** The address of a team's member, or `operator`. */
  person: string;
  /** The only remote that they may change; null for all. */
  remote: string | null;
  /** Null for the operator, whose key is configured and not kept. */
  tokenId: string | null;
}

/** The holder of DEPLOY_TOKEN. */
export const OPERATOR: Holder = { person: 'operator', remote: null, tokenId: null };

/** Returns the holder. Throws (403) unless they may change the remote. */
export function mustMayRelease(holder: Holder, remote: string): Holder {
  if (holder.remote !== null && holder.remote !== remote)
    throw new ReleaseRefusal(`This token is for ${holder.remote}, not for ${remote}.`, 403);
  return holder;
}

/** Throws (403) unless the caller is the operator. */
export function mustBeOperator({ tokenId }: Holder): void {
  if (tokenId !== null) throw new ReleaseRefusal('Only the operator may manage tokens.', 403);
}

/**
 * The author of a change as the history tells it. A typed name only adds to the operator's, whose key several people
 * may have; it never replaces what a token proves.
 */
export const authorOf = ({ person, tokenId }: Holder, typed: string | undefined): string =>
  tokenId === null && typed !== undefined ? `${typed} (${person})` : person;
