import { randomInt } from 'node:crypto';

/** Without 0 and O, 1, I and L, which look alike. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const GROUP = 4;

const newGroup = () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Generates a code that people read and type, such as K7MP-2WXR: one of 850,000 million. */
export const newTypedCode = () => `${newGroup()}-${newGroup()}`;
