import { foldCode } from '@manabiba/shared/contract/fold-code';

/**
 * Normalizes an entered number: full-width letters and digits become ASCII, spaces and hyphens are removed, T is
 * prepended.
 */
export function normalizeRegistrationNumber(text: string): string {
  const narrow = foldCode(text).replaceAll('-', '');
  return /^\d{13}$/.test(narrow) ? `T${narrow}` : narrow;
}

/**
 * Whether the first digit is the check digit of the other twelve, as in corporate numbers. This catches almost every
 * mistyped digit, but it is only a hint and never rejects: only the tax office knows which numbers exist.
 */
export function hasMatchingCheckDigit(number: string): boolean {
  const [first = 0, ...rest] = [...number.slice(1)].map(Number);
  const sum = rest.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return first === 9 - (sum % 9);
}

export const isRegistrationNumber = (text: string) => /^T\d{13}$/.test(text);
