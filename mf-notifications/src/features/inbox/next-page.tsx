import { LoadMore } from '@manabiba/shared/ui/load-more';
import { useEffect, useEffectEvent, useRef } from 'react';

/** How far below the screen the next page is requested: about one screen of a phone. */
const NEAR = '600px';

interface NextPageProps {
  /** Number of items shown; the end of the list is watched again when it grows. */
  count: number;
  hasMore: boolean;
  isLoading: boolean;
  onLoadMore: () => void;
}

/** Loads the next page as the end of the list comes near. The button is for keyboards and for browsers that cannot. */
export function NextPage({ count, hasMore, isLoading, onLoadMore }: NextPageProps) {
  const end = useRef<HTMLDivElement>(null);
  const loadMore = useEffectEvent(onLoadMore);
  useEffect(() => {
    if (!end.current || !hasMore || !('IntersectionObserver' in window)) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      { rootMargin: NEAR },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, hasMore]);
  return (
    <div ref={end}>
      <LoadMore hasMore={hasMore} isLoading={isLoading} onLoadMore={onLoadMore} />
    </div>
  );
}
