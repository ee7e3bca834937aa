/** Returns random bytes in hexadecimal: two characters per byte. Also works without a secure context. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
