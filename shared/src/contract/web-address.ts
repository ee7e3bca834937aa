/**
 * Tells whether this is the URL of a publicly accessible page: no user name or password in it, and no space or line
 * break, which URL parsing would drop.
 */
export function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s\u0000-\u001f\u007f]+$/.test(value) || !URL.canParse(value)) return false;
  const { username, password } = new URL(value);
  return username === '' && password === '';
}

export const NO_WEB_ADDRESS = 'https:// から始まるURLを入力してください。';
