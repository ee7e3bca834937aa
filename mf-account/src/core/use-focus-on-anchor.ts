import { useLocation } from '@manabiba/shared/platform';
import { useEffect } from 'react';

/** Goes to the heading of a section, for eyes and for keyboards. Nothing happens when there is no such section. */
export function focusSection(id: string): void {
  const section = document.getElementById(id);
  const heading = section?.querySelector<HTMLElement>('h2');
  if (!section || !heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  section.scrollIntoView();
}

/** Goes to the section that the address names, each time somebody is led there: a link may do so from the same page. */
export function useFocusOnAnchor(): void {
  const { key, hash } = useLocation();
  useEffect(() => {
    if (hash) focusSection(decodeURIComponent(hash.slice(1)));
  }, [key, hash]);
}
