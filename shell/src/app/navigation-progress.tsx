import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useIsLoadingPage } from '../remotes/remotes-context';
import styles from './app.module.css';

/** How long a page may be on its way before a line at the top says so, in milliseconds. */
const QUIET_MS = 300;
/** How long a page gets to say its own title before the title is read out, in milliseconds. */
const TITLE_MS = 600;

/** A quiet line while the page's code is on its way, and the page's title for those who cannot see it arrive. */
export function NavigationProgress({ title }: { title: string }) {
  const isLoading = useIsLoadingPage();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isLoading) {
      setIsSlow(false);
      return undefined;
    }
    const timer = setTimeout(() => setIsSlow(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return (
    <>
      {isSlow && <div className={styles.progress} aria-hidden />}
      <div className={styles.announcer} role="status" aria-label="ページの移動">
        {useAnnouncement(title)}
      </div>
    </>
  );
}

/** The title of the page that was gone to; nothing on the first page, which the browser reads out itself. */
function useAnnouncement(title: string): string {
  const { pathname } = useLocation();
  const [firstPath] = useState(pathname);
  const [hasMoved, setHasMoved] = useState(false);
  const [said, setSaid] = useState('');
  if (!hasMoved && pathname !== firstPath) setHasMoved(true);
  useEffect(() => {
    if (!hasMoved) return undefined;
    const timer = setTimeout(() => setSaid(title), TITLE_MS);
    return () => clearTimeout(timer);
  }, [hasMoved, title]);
  return said;
}
