import { useLocation } from '@manabiba/shared/platform';
import { useEffect, useState } from 'react';

/** Offset below the sticky header at which a section counts as current. */
const READING_ZONE = '-96px 0px -20% 0px';

/**
 * Returns the id of the current section: the one in the URL hash while it is visible (the last sections never reach the
 * top), otherwise the topmost visible one of `ids`.
 */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const key = ids.join(' ');
  const chosen = useLocation().hash.slice(1);

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        setSeen((known) => {
          const next = new Set(known);
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) next.add(target.id);
            else next.delete(target.id);
          }
          return next;
        });
      },
      { rootMargin: READING_ZONE },
    );
    for (const id of key.split(' ')) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [key]);

  return ids.find((id) => id === chosen && seen.has(id)) ?? ids.find((id) => seen.has(id)) ?? ids[0];
}
