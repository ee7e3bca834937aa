import { useEffect, useState } from 'react';

/** Below the sticky header, down to where the eye reads. */
const READING_ZONE = '-96px 0px -60% 0px';

/** The id of the section that is being read: the topmost of `ids` inside the upper part of the window. */
export function useCurrentSection(ids: readonly string[]): string | undefined {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const key = ids.join(' ');

  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      setSeen((known) => {
        const next = new Set(known);
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) next.add(target.id);
          else next.delete(target.id);
        }
        return next;
      });
    }, { rootMargin: READING_ZONE });
    for (const id of key.split(' ')) {
      const element = document.getElementById(id);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [key]);

  return ids.find((id) => seen.has(id)) ?? ids[0];
}
