const digests = new Map<string, string>();
/** Matches no file: a file without a known digest fails as if it were broken. */
const OF_NOTHING = `sha384-${'A'.repeat(64)}`;

/**
 * Allows scripts and styles whose content has these digests.
 *
 * @param integrity digests by URL; an empty digest allows any content.
 */
export function trustFiles(integrity: Readonly<Record<string, string>>): void {
  for (const [url, digest] of Object.entries(integrity)) digests.set(new URL(url, location.href).href, digest);
}

/**
 * Returns the required digest of a file, whichever attempt fetches it. Called by the chunk loading code of every build.
 */
export const digestOf = (url: string): string => digests.get(url.replace(/\/~r\d+\//, '/')) ?? OF_NOTHING;
