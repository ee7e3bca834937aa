/**
 * Waits for the stylesheets of a release and rejects when one did not load.
 *
 * Nothing else notices: a page whose styles are missing renders, unstyled. The dead link is taken out, so that a
 * further attempt does not take it for its own.
 *
 * @param base URL under which the release's files are.
 */
export async function stylesLoaded(base: string): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter((link) =>
    link.href.startsWith(base),
  );
  await Promise.all(links.map(styleLoaded));
}

function styleLoaded(link: HTMLLinkElement): Promise<void> {
  if (link.sheet) return Promise.resolve();
  return new Promise((resolve, reject) => {
    link.addEventListener('load', () => resolve(), { once: true });
    link.addEventListener(
      'error',
      () => {
        link.remove();
        reject(new Error(`stylesheet did not load: ${link.href}`));
      },
      { once: true },
    );
  });
}

/**
 * Takes out of the page what is still on its way of a release.
 *
 * A chunk is known by its name, whatever its URL: a further attempt would otherwise wait for the tag that hangs. Tags
 * that have loaded are gone, or have their styles.
 *
 * @param base URL under which the release's files are.
 */
export function dropPendingFiles(base: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]'))
    if (script.src.startsWith(base)) script.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(base) && !link.sheet) link.remove();
}
