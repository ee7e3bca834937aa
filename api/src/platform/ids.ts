import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 20;
/** Bytes from here on are skipped, because they would favour the first characters of the alphabet. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length);

/** Generates an unguessable id: prefix, underscore, 20 characters (117 bits). `newId('cls')`. */
export function newId(prefix: string): string {
  let text = '';
  while (text.length < LENGTH) {
    for (const byte of randomBytes(LENGTH + 8)) {
      if (byte < UNBIASED_BELOW && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `${prefix}_${text}`;
}

/** Derives a deterministic id from a text. `idFor('com', 'usr_1 again')`. */
export function idFor(prefix: string, text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, LENGTH);
  return `${prefix}_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
