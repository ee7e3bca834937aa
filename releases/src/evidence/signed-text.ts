import type { ReleaseKey } from '../store/release-key';

/** What a signature of the installation is for, so that a signed hand-in cannot pass as evidence. */
export type SigningPurpose = 'gate-hand-in' | 'gate-approval' | 'gate-evidence';

/** Signs a value and encodes both as one opaque text, which callers pass from one call to the next. */
export const signText = (key: ReleaseKey, purpose: SigningPurpose, value: object): string =>
  `${Buffer.from(JSON.stringify(value)).toString('base64url')}.${key.sign(purpose, value)}`;

/** Returns the signed value; undefined when this installation did not sign the text for this purpose. */
export function readSignedText(key: ReleaseKey, purpose: SigningPurpose, text: string): unknown {
  const [encoded = '', signature] = text.split('.');
  const value = parse(Buffer.from(encoded, 'base64url').toString());
  return value !== undefined && key.isSigned(purpose, value, signature) ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
