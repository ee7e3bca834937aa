import { randomBytes } from 'node:crypto';

import type { LocalSide } from '../sdp/local-description';
import { type Certificate, createCertificate } from '../transport/certificate';

/** The local side of one pipe: its own credentials and certificate, known before the pipe exists. */
export interface PipeSide extends LocalSide {
  readonly certificate: Certificate;
}

/**
 * Creates the credentials of a new pipe. The certificate is new as well: its changed fingerprint makes the browser
 * start a new DTLS handshake after an ICE restart.
 */
export function createPipeSide(candidates: readonly string[]): PipeSide {
  const certificate = createCertificate();
  return {
    // ICE allows letters, digits, + and /. Hex avoids the other two characters of base64url.
    ufrag: randomBytes(4).toString('hex'),
    pwd: randomBytes(16).toString('hex'),
    fingerprint: certificate.fingerprint,
    candidates,
    certificate,
  };
}
