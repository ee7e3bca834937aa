import { randomBytes } from 'node:crypto';

/** 32 characters, of which no two look alike on paper. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** Generates an unguessable code that is read from paper and typed: three groups of four characters, 60 bits. */
export function readableCode(): string {
  const characters = Array.from(
    randomBytes(GROUPS * GROUP_LENGTH),
    (byte) => ALPHABET[byte % ALPHABET.length] ?? '',
  ).join('');
  return characters.replace(/.{4}(?=.)/g, '$&-');
}
