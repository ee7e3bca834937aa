import { RotateCw } from 'lucide-react';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Spinner } from '@manabiba/shared/ui/spinner';
import styles from './part-messages.module.css';
import type { MessageProps } from './remote-part';

const HINT = 'ほかの部分はそのままご利用いただけます。しばらくしてからもう一度お試しください。';

/** A section of a page is slow. */
export function SlowSection({ label, onRetry }: MessageProps) {
  return (
    <div className={styles.slow} role="status" aria-label={label}>
      <Spinner />
      <p className={styles.words}>時間がかかっています。</p>
      <Button size="small" onClick={onRetry}>もう一度試す</Button>
    </div>
  );
}

/** A section of a page failed. */
export function FailedSection({ label, onRetry }: MessageProps) {
  return <ErrorState title={`${label}を表示できませんでした。`} hint={HINT} level={2} onRetry={onRetry} />;
}

/** A whole page is slow. */
export function SlowPage(props: MessageProps) {
  return <PageBody className={styles.page}><SlowSection {...props} /></PageBody>;
}

/** A whole page failed. */
export function FailedPage({ label, onRetry }: MessageProps) {
  return (
    <PageBody className={styles.page}>
      <h1 className={styles.heading}>{label}</h1>
      <FailedSection label={label} onRetry={onRetry} />
    </PageBody>
  );
}

/** In the header there is room for one button. */
export function FailedInHeader({ label, onRetry }: MessageProps) {
  return <IconButton label={`${label}を表示できませんでした。もう一度試す`} onClick={onRetry}><Icon icon={RotateCw} /></IconButton>;
}

/** In the header nobody waits for a button: it simply comes later. */
export function SlowInHeader() {
  return null;
}
