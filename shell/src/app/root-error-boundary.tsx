import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { PageBody } from '@manabiba/shared/ui/page-body';
import type { ReactNode } from 'react';

import { CrashBoundary } from '../remotes/crash-boundary';

import styles from './app.module.css';

/** Fallback when the shell itself has thrown: a message and a reload button. */
export function RootErrorBoundary({ children }: { children: ReactNode }) {
  const fallback = () => (
    <PageBody className={styles.lastResort}>
      <ErrorState title="問題が発生しました。" hint="ページを読み込み直してください。" level={2} />
      <Button onClick={() => location.reload()}>読み込み直す</Button>
    </PageBody>
  );
  return <CrashBoundary fallback={fallback}>{children}</CrashBoundary>;
}
