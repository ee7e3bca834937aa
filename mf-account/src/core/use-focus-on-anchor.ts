import { useLocation } from '@manabiba/shared/platform';
import { useEffect } from 'react';

/** Scrolls to and focuses the heading of a section. Does nothing when the section does not exist. */
export function focusSection(id: string): void {
  const section = document.getElementById(id);
  const heading = section?.querySelector<HTMLElement>('h2');
  if (!section || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  section.scrollIntoView();
}

/**
 * Focuses the section in the URL hash on each navigation, including links on the same page, and when the page shows
 * another group of sections.
 */
export function useFocusOnAnchor(group?: string): void {
  const { key, hash } = useLocation();
  useEffect(() => {
    if (hash) focusSection(decodeURIComponent(hash.slice(1)));
  }, [key, hash, group]);
}
