import { type ComponentType, useEffect, useState } from 'react';

import { whenIdle } from '../app/after-load';
import { loadUntilDone } from '../app/load-again';
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
      () => void loadUntilDone(() => import('../search/search')).then((module) => setSearch(() => module.Search)),
    );
  }, [isTurn]);
  return <div className={styles.search}>{Search && <Search />}</div>;
}
