/** Random bytes in hexadecimal: twice as many characters as bytes. Also where a page has no secure context. */
export const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
