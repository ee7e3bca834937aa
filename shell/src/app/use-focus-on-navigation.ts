import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** How long to wait for the heading of a page, in milliseconds. */
const HEADING_PATIENCE_MS = 10_000;

/**
 * Moves the focus on navigation: to the page's heading, which may render later than the page, and to the content as a
 * whole until then. If the user has moved the focus in the meantime, it stays there.
 */
export function useFocusOnNavigation(): void {
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return undefined;
    lastPath.current = pathname;
    const content = document.getElementById('content');
    if (!content) return undefined;
    content.focus({ preventScroll: true });
    if (focusHeading(content)) return undefined;
    const observer = new MutationObserver(() => {
      if (document.activeElement !== content || focusHeading(content)) stop();
    });
    const timer = setTimeout(() => stop(), HEADING_PATIENCE_MS);
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    observer.observe(content, { childList: true, subtree: true });
    return stop;
  }, [pathname]);
}

function focusHeading(content: HTMLElement): boolean {
  const heading = content.querySelector<HTMLElement>('h1:not([data-waiting])');
  if (!heading) return false;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
