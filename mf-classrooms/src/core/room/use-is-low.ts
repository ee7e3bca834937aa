import { useSyncExternalStore } from 'react';

/** Where the panel is below the stage, or beside one of a phone in landscape: a card of several lines is higher. */
const LOW = '(max-width: 59.9375em)';

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(LOW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Returns whether the panel is too low for a card. Only for parts that the server does not render. */
export const useIsLow = () => useSyncExternalStore(subscribe, () => matchMedia(LOW).matches);
