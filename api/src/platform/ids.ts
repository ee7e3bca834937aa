import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LENGTH = 20;
/** Bytes from here on would make the first characters of the alphabet likelier than the others. */
const UNBIASED_BELOW = 256 - (256 % ALPHABET.length);

/** A new unguessable id: prefix, underscore, 20 characters (117 bits). `newId('cls')`. */
export function newId(prefix: string): string {
  let text = '';
  while (text.length < LENGTH) {
    for (const byte of randomBytes(LENGTH + 8)) {
      if (byte < UNBIASED_BELOW && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length];
    }
  }
  return `${prefix}_${text}`;
}

/** The id that belongs to a text: the same one whenever it is asked for. `idFor('com', 'usr_1 again')`. */
export function idFor(prefix: string, text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, LENGTH);
  return `${prefix}_${Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
}
