import { TIME_ZONE_COOKIE } from '@manabiba/shared/contract/browser-data';

/**
 * Shows dates in the zone in which the server has rendered this page, until another page is opened. A viewer in another
 * zone gets the next pages in their own: a cookie stores it for the web server, for a year.
 */
export function showPageTimeZone(renderedIn: string): void {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  if (timeZone === renderedIn) return;
  document.cookie = `${TIME_ZONE_COOKIE}=${timeZone}; path=/; max-age=31536000; samesite=lax`;
  const { pathname } = location;
  globalThis.pageTimeZone = () => (location.pathname === pathname ? renderedIn : undefined);
}
