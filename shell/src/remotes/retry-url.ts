/**
 * Where a release is fetched from on a further attempt: the same files under a path of their own (/~r1/…), which the
 * server takes off again.
 *
 * A query would not do: a script that hangs blocks its URL, and the chunks of a container follow its path, not its query.
 * A development server of another origin knows no prefixes; there the query is enough.
 */
export function retryUrl(entry: string, attempt: number, page: string): string {
  if (attempt === 0) return entry;
  const url = new URL(entry, page);
  if (url.origin !== new URL(page).origin) {
    url.searchParams.set('r', String(attempt));
    return url.href;
  }
  return `/~r${attempt}${url.pathname}${url.search}`;
}
