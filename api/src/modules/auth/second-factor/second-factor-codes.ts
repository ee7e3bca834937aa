import { randomInt } from 'node:crypto';

import { Secret, TOTP } from 'otpauth';

import { deriveKey, keyedDigest } from '../../../platform/security/text-encryption';

/** Length of a secret in bytes. Source: RFC 4226, section 4. */
const SECRET_BYTES = 20;
/** Lifetime of a code, in seconds. Source: RFC 6238, section 5.2. */
const STEP_SECONDS = 30;
/** How many steps the clock of an authenticator app may be ahead or behind. */
const MAX_SKEW_STEPS = 1;

const RECOVERY_CODES = 10;
/** Without letters and digits that look alike; ten of them are some 50 bits. */
const RECOVERY_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const RECOVERY_HALF = 5;

export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: 'まなびば',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** Returns the URI that authenticator apps read from a QR code. */
export const uriOf = (secret: string, label: string): string => totpOf(secret, label).toString();

/** Returns the time step that a code of an authenticator app is for; null when it is for none around now. */
export function stepOf(secret: string, code: string, now: Date): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: MAX_SKEW_STEPS });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta;
}

/** Returns new recovery codes, such as ABCDE-FGH23. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => `${recoveryHalf()}-${recoveryHalf()}`);

const recoveryHalf = () =>
  Array.from({ length: RECOVERY_HALF }, () => RECOVERY_ALPHABET[randomInt(RECOVERY_ALPHABET.length)]).join('');

/** Returns a typed code without spaces and hyphens, in half-width capitals. */
export const tidy = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '');

/** Returns the keys of second factors. That of recovery codes is named for the staff, who had them first: another name voids them. */
export const secondFactorKeys = (secret: string) => ({
  secretKey: deriveKey(secret, 'secrets of second factors'),
  recoveryKey: deriveKey(secret, 'recovery codes of the staff'),
});

/** Returns what is stored of a recovery code. */
export const recoveryDigest = (key: Buffer, code: string): string => keyedDigest(key, tidy(code));
