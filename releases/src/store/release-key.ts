import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** The signing key that authorizes which code users run. */
export interface ReleaseKey {
  /** Signs a value as canonical JSON. `purpose` prevents reuse of a signature for another purpose. */
  sign: (purpose: string, value: unknown) => string;
  isSigned: (purpose: string, value: unknown, signature: unknown) => boolean;
  /** Computes a short MAC of this installation, for values that live for minutes. */
  mark: (text: string) => string;
  isMarked: (text: string, mark: string) => boolean;
}

/** Generates a new key in PEM (PKCS 8). */
export const makeReleaseKeyPem = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

/** Throws when the text is not an Ed25519 key. Also accepts a PEM on one line with literal `\n`. */
export function readReleaseKey(pem: string): ReleaseKey {
  const privateKey = createPrivateKey(pem.replaceAll('\\n', '\n'));
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('RELEASE_SIGNING_KEY must be an Ed25519 key in PEM.');
  const publicKey = createPublicKey(privateKey);
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' });
  const bytes = (purpose: string, value: unknown) => Buffer.from(`${purpose}\n${canonical(value)}`);
  const mark = (text: string) => createHmac('sha256', secret).update(text).digest('base64url').slice(0, 22);
  return {
    mark,
    isMarked: (text, given) => isSame(mark(text), given),
    sign: (purpose, value) => sign(null, bytes(purpose, value), privateKey).toString('base64url'),
    isSigned: (purpose, value, signature) =>
      typeof signature === 'string' &&
      verify(null, bytes(purpose, value), publicKey, Buffer.from(signature, 'base64url')),
  };
}

/** Compares two strings in constant time. */
export function isSame(expected: string, given: string): boolean {
  const key = Buffer.alloc(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

/** Serializes JSON with sorted keys: a database that stores JSON as a tree returns it in its own order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
