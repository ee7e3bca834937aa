import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useIsLoadingPage } from '../remotes/remotes-context';

import styles from './app.module.css';

/** Delay before a progress bar appears at the top of a loading page, in milliseconds. */
const QUIET_MS = 300;
/** How long a page has to set its own title before the title is announced, in milliseconds. */
const TITLE_MS = 600;

/** A thin progress bar while the page's code loads, and an announcement of the page title for screen readers. */
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

/** The title of the page navigated to; empty on the first page, which the browser announces itself. */
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
