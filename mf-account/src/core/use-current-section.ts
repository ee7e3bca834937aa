import { useLocation } from '@manabiba/shared/platform';
import { useEffect, useState } from 'react';

/** Below the sticky header, down to where the eye reads. */
const READING_ZONE = '-96px 0px -20% 0px';

/**
 * The id of the section that is being read: the one gone to while it is in view (the last ones of a page never reach
 * its top), else the topmost of `ids`.
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
