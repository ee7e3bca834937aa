import { type ComponentType, useEffect, useState } from 'react';

import { whenIdle } from '../app/after-load';
import { useContentHasLoaded } from './header-slot';

import styles from './chrome.module.css';

/** The search of the header. It loads after the content, like the slots next to it, and its space is reserved. */
export function HeaderSearch() {
  const isTurn = useContentHasLoaded();
  const [Search, setSearch] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!isTurn) return undefined;
    // The code of the content has loaded but is not yet on the screen.
    return whenIdle(
      () =>
        void import('../search/search').then(
          (module) => setSearch(() => module.Search),
          () => undefined,
        ),
    );
  }, [isTurn]);
  return <div className={styles.search}>{Search && <Search />}</div>;
}
