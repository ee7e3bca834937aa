import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';

/** Who may say which code people run. */
export interface ReleaseKey {
  /** Signs a value as canonical JSON. `purpose` keeps a signature for one thing from passing for another. */
  sign: (purpose: string, value: unknown) => string;
  isSigned: (purpose: string, value: unknown, signature: unknown) => boolean;
  /** A short mark that only this installation can make, for what lives for minutes. */
  mark: (text: string) => string;
  isMarked: (text: string, mark: string) => boolean;
}

/** A new key in PEM (PKCS 8). */
export const makeReleaseKeyPem = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;

/** Throws when the text is no Ed25519 key. A PEM on one line, with `\n` spelled out, is taken too. */
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

/** Compares two texts in a time that tells nothing of where they differ. */
export function isSame(expected: string, given: string): boolean {
  const key = Buffer.alloc(32);
  const digest = (text: string) => createHmac('sha256', key).update(text).digest();
  return timingSafeEqual(digest(expected), digest(given));
}

/** JSON with sorted keys: a database that keeps JSON as a tree gives it back in an order of its own. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
