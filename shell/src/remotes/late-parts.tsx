import { Button } from '@manabiba/shared/ui/button';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { useEffect, useState, useSyncExternalStore } from 'react';

import { bootData } from '../app/boot-data';
import { numberOfView } from '../releases/report-numbers';
import { watchBreaches } from '../releases/watch-breaches';
import { healRemotes } from './heal-remotes';
import { useRemotes } from './remotes-context';

import styles from './late-parts.module.css';

/**
 * Starts failed parts again by itself, takes down those that harm the page around them, and says in one line for the whole page that server-rendered HTML is still
 * waiting for its code. The line stays until the code is there. For a page that has failed, it is the number by which
 * support finds its releases.
 */
export function LateParts() {
  const remotes = useRemotes();
  useEffect(() => healRemotes(remotes), [remotes]);
  useEffect(() => watchBreaches(remotes, bootData()), [remotes]);
  const waiting = useSyncExternalStore(remotes.subscribe, () => {
    const parts = remotes.partsInUse.filter(({ hydrate }) => hydrate);
    if (parts.length === 0) return 'none';
    return parts.some(({ state }) => state.status !== 'loading') ? 'late' : 'loading';
  });
  const hasFailedPage = useSyncExternalStore(remotes.subscribe, () =>
    remotes.partsInUse.some(({ name, state }) => name.kind === 'pages' && state.status === 'failed'),
  );
  const number = hasFailedPage && numberOfView(bootData());
  const [isLate, setIsLate] = useState(false);
  const isShown = waiting === 'late' || (isLate && waiting === 'loading');
  if (isShown !== isLate) setIsLate(isShown);
  const retry = () => {
    for (const remote of new Set(remotes.partsInUse.filter(({ hydrate }) => hydrate).map(({ name }) => name.remote)))
      void remotes.retry(remote);
  };
  return (
    <div role="status">
      {number && !isShown && (
        <div className={styles.late}>
          <p className={styles.number}>お問い合わせ番号 {number}</p>
        </div>
      )}
      {isShown && (
        <div className={styles.late}>
          <Spinner />
          <p>ボタンや入力欄は、準備ができしだいお使いいただけます。</p>
          <Button size="small" onClick={retry}>
            もう一度試す
          </Button>
        </div>
      )}
    </div>
  );
}
