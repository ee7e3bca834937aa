import { randomBytes } from 'node:crypto';

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
