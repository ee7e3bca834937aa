/**
 * Where a release is fetched from on a further attempt: the same files under a path of their own (/~r1/…), which
 * whatever serves them takes off again: the product's server, a CDN, a dev server.
 *
 * A query would not do: a script that hangs blocks its URL, and the chunks of a container follow its path, not its query.
 */
export function retryUrl(entry: string, attempt: number, page: string): string {
  const url = new URL(entry, page);
  if (attempt > 0) url.pathname = `/~r${attempt}${url.pathname}`;
  return url.href;
}
