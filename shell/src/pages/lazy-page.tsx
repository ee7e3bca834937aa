import { RefusalPage } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { type ComponentType, useEffect, useState } from 'react';

import styles from './pages.module.css';

export type LoadPage = () => Promise<ComponentType>;

type PageState = { status: 'loading' } | { status: 'ready'; Page: ComponentType } | { status: 'failed' };

/** How long a page may take before it shows that it is loading, in milliseconds. */
const QUIET_MS = 300;

/** Pages whose code is loaded. They render synchronously, also in the HTML of the web server. */
const loadedPages = new WeakMap<LoadPage, ComponentType>();

/** Makes a page render synchronously, where its code is there anyway. */
export const keepPage = (load: LoadPage, Page: ComponentType) => void loadedPages.set(load, Page);

/** Loads the code of a page. Rejects when it cannot be fetched; the next call retries. */
export async function loadPage(load: LoadPage): Promise<ComponentType> {
  const Page = await load();
  keepPage(load, Page);
  return Page;
}

/** A lazy-loaded page of the shell. */
export function LazyPage({ load }: { load: LoadPage }) {
  const [loaded, setLoaded] = useState<PageState>(() => {
    const Page = loadedPages.get(load);
    return Page ? { status: 'ready', Page } : { status: 'loading' };
  });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    loadPage(load).then(
      // Rendering again what is there would replace the HTML of remotes whose code is not.
      (Page) => isCurrent && setLoaded((known) => (known.status === 'ready' ? known : { status: 'ready', Page })),
      () => isCurrent && setLoaded({ status: 'failed' }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);

  if (loaded.status === 'ready') return <loaded.Page />;
  if (loaded.status === 'loading') return <Waiting />;
  const retry = () => {
    setLoaded({ status: 'loading' });
    setAttempt(attempt + 1);
  };
  return (
    <RefusalPage
      error={{ code: 'unavailable', status: 0, message: 'しばらくしてからもう一度お試しください。' }}
      onRetry={retry}
    />
  );
}

function Waiting() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  // The status role keeps the footer below the screen until the page has loaded.
  return (
    <div role="status" aria-busy="true">
      {isSlow && (
        <PageBody className={styles.waiting}>
          <Spinner size={32} label="読み込み中" />
        </PageBody>
      )}
    </div>
  );
}
