import { COMMENT_GAP_MS } from '@manabiba/shared/contract/limits';
import { useEffect, useState } from 'react';

/** Delays the next comment by the second in which the api would reject it. */
export function useSendThrottle() {
  const [isTooSoon, setIsTooSoon] = useState(false);
  useEffect(() => {
    if (!isTooSoon) return undefined;
    const timer = setTimeout(() => setIsTooSoon(false), COMMENT_GAP_MS);
    return () => clearTimeout(timer);
  }, [isTooSoon]);
  return { isTooSoon, begin: () => setIsTooSoon(true) };
}
