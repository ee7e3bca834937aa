import type { Assertion, Attestation } from '@manabiba/shared/contract/passkeys';

import type { RelyingParty } from './relying-party';

/** ES256, RS256 and Ed25519, which all authenticators can choose from (COSE). */
export const ALGORITHMS = [-7, -257, -8];

/** Loaded on first use: it would delay every start by half a second. */
const loadLibrary = async () => ({
  ...(await import('@simplewebauthn/server')),
  ...(await import('@simplewebauthn/server/helpers')),
});

export interface NewCredential {
  id: string;
  publicKey: Buffer;
  counter: number;
}

export interface KnownCredential {
  credential_id: string;
  public_key: Buffer;
  counter: number;
}

interface Expected {
  challenge: string;
  party: RelyingParty;
}

/** Returns the credential that an authenticator has made for this challenge; null when its answer is not right. */
export async function checkAttestation(
  attestation: Attestation,
  { challenge, party }: Expected,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse, decodeAttestationObject } = await loadLibrary();
  try {
    const statement = decodeAttestationObject(Buffer.from(attestation.response.attestationObject, 'base64url'));
    // We ask for no statement about the device. Browsers then send none, or one that the new key itself has signed. Any
    // other has certificates, which the library would read, and whose addresses it would fetch.
    const isOwn = statement.get('fmt') === 'packed' && statement.get('attStmt').get('x5c') === undefined;
    if (statement.get('fmt') !== 'none' && !isOwn) return null;
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    // Whatever is wrong with an answer, the library throws.
    return null;
  }
}

/**
 * Returns the new counter of a credential that has signed this challenge; null when the answer is not right, or the
 * counter did not grow, which a copied key shows by. The authenticator has to have checked the person.
 */
export async function checkAssertion(
  assertion: Assertion,
  credential: KnownCredential,
  { challenge, party }: Expected,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { response, ...rest } = assertion;
  const { userHandle, ...signed } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...rest, response: { ...signed, ...(userHandle && { userHandle }) }, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: credential.credential_id,
        publicKey: new Uint8Array(credential.public_key),
        counter: credential.counter,
      },
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
