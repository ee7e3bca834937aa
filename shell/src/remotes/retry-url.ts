/**
 * Returns the URL of a release on a further attempt: the same files under a separate path (/~r1/…). Every server of the
 * files strips it: the product's server, a CDN, a dev server.
 *
 * A query would not do: a hanging script blocks its URL, and the chunks of a container follow its path, not its query.
 */
export function retryUrl(entry: string, attempt: number, page: string): string {
  const url = new URL(entry, page);
  if (attempt > 0) url.pathname = `/~r${attempt}${url.pathname}`;
  return url.href;
}
