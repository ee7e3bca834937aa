import { type ComponentType, useEffect, useState } from 'react';
import { RefusalPage } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Spinner } from '@manabiba/shared/ui/spinner';
import styles from './pages.module.css';

type Loaded = { status: 'loading' } | { status: 'ready'; Page: ComponentType } | { status: 'failed' };

/** How long a page may take before it says that it is on its way, in milliseconds. */
const QUIET_MS = 300;

/** A page of the shell that is fetched when somebody opens it. */
export function LazyPage({ load }: { load: () => Promise<ComponentType> }) {
  const [loaded, setLoaded] = useState<Loaded>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (Page) => isCurrent && setLoaded({ status: 'ready', Page }),
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
  return <RefusalPage error={{ code: 'unavailable', status: 0, message: 'しばらくしてからもう一度お試しください。' }} onRetry={retry} />;
}

function Waiting() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow && <PageBody className={styles.waiting}><Spinner size={32} label="読み込み中" /></PageBody>;
}
