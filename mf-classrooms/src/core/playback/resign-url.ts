/**
 * Returns the address of a file of a stream under the stream's current signature. The signature is in the query or in
 * the folder of the playlist's address, so a file that was named by the first playlist is found beside the current one.
 *
 * @param url The file, as the first playlist names it.
 * @param first The address of the playlist that the player began with.
 * @param current The address that was signed last.
 */
export function resignUrl(url: string, first: string, current: string): string {
  if (first === current) return url;
  const [file, was, is] = [new URL(url), new URL(first), new URL(current)];
  const folder = was.pathname.slice(0, was.pathname.lastIndexOf('/') + 1);
  if (file.origin !== was.origin || !file.pathname.startsWith(folder)) return url;
  const renewed = new URL(
    is.pathname.slice(0, is.pathname.lastIndexOf('/') + 1) + file.pathname.slice(folder.length),
    is.origin,
  );
  renewed.search = file.search;
  for (const [name, value] of is.searchParams) {
    if (file.searchParams.has(name)) renewed.searchParams.set(name, value);
  }
  return renewed.href;
}
