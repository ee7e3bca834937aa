/**
 * Waits for the stylesheets of a release and rejects when one did not load.
 *
 * Nothing else notices: without its stylesheet a page renders unstyled. The failed link is removed, so that another
 * attempt does not wait for it.
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
 * Removes the tags of a release's files that have not loaded yet.
 *
 * webpack recognises a chunk by its name, whatever its URL: another attempt would wait for the pending tag. Scripts that
 * have loaded are no longer in the page, stylesheets that have loaded have a sheet.
 *
 * @param base URL under which the release's files are.
 */
export function dropPendingFiles(base: string): void {
  for (const script of document.querySelectorAll<HTMLScriptElement>('script[src]'))
    if (script.src.startsWith(base)) script.remove();
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (link.href.startsWith(base) && !link.sheet) link.remove();
}
