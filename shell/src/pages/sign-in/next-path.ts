import { paths } from '@manabiba/shared/platform';

/**
 * Returns the path to open after sign-in: that of `next`, if it is one of ours.
 *
 * Anything that a browser could read as another site (`//…`, `/\…`, a URL with a host) leads to the top page.
 */
export function nextPath(next: string | null, origin: string): string {
  const top = paths.top.href();
  if (!next?.startsWith('/')) return top;
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return top;
  }
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === paths.signIn.pattern) return top;
  return url.pathname + url.search + url.hash;
}
