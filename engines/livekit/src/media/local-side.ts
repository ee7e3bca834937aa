import { randomBytes } from 'node:crypto';

import type { LocalSide } from '../sdp/local-description';
import { type Certificate, createCertificate } from '../transport/certificate';

/** Our side of one pipe: credentials and a certificate of its own, known before the pipe exists. */
export interface PipeSide extends LocalSide {
  readonly certificate: Certificate;
}

/**
 * Makes the credentials of a new pipe. The certificate is new as well: by its fingerprint a browser sees that a
 * restarted connection needs a new handshake.
 */
export function createPipeSide(candidates: readonly string[]): PipeSide {
  const certificate = createCertificate();
  return {
    // ICE allows letters, digits, + and /; base64url's two others do not occur in hex.
    ufrag: randomBytes(4).toString('hex'),
    pwd: randomBytes(16).toString('hex'),
    fingerprint: certificate.fingerprint,
    candidates,
    certificate,
  };
}
