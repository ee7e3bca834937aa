/** As people write it to how it is kept: full-width letters and digits narrow, no spaces or hyphens, T in front. */
export function normalizeRegistrationNumber(text: string): string {
  const narrow = text
    .normalize('NFKC')
    .replace(/[\s\-‐−ー–—]/g, '')
    .toUpperCase();
  return /^\d{13}$/.test(narrow) ? `T${narrow}` : narrow;
}

/**
 * Whether the first digit is what the other twelve make it, as the numbers of companies are built. A mistyped digit is
 * nearly always found by it; it is a hint and no refusal, since only the tax office knows which numbers exist.
 */
export function hasMatchingCheckDigit(number: string): boolean {
  const [first = 0, ...rest] = [...number.slice(1)].map(Number);
  const sum = rest.reverse().reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 2), 0);
  return first === 9 - (sum % 9);
}

export const isRegistrationNumber = (text: string) => /^T\d{13}$/.test(text);
