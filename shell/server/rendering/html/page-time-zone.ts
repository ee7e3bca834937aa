import { jsonForScript } from './json-for-script';

/**
 * Shows dates in the zone in which the server has rendered this page, until another page is opened. A viewer in another
 * zone gets the next pages in their own: a cookie stores it for the web server, for a year.
 *
 * Runs in the browser from its source text, so it must not use anything of this module.
 */
export function showPageTimeZone(renderedIn: string): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone === renderedIn) return;
  document.cookie = `timezone=${timeZone}; path=/; max-age=31536000; samesite=lax`;
  const { pathname } = location;
  globalThis.pageTimeZone = () => (location.pathname === pathname ? renderedIn : undefined);
}

/** The script of a page that is rendered in this zone. It runs before anything is rendered in the browser. */
export const pageTimeZone = (renderedIn: string): string =>
  `(${String(showPageTimeZone)})(${jsonForScript(renderedIn)})`;
