import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Section } from '@manabiba/shared/ui/section';
import { Spinner } from '@manabiba/shared/ui/spinner';
import { RotateCw } from 'lucide-react';

import type { FailedProps, MessageProps, SlowProps } from './remote-part';

import styles from './part-messages.module.css';

/** A section of a page is slow. It keeps its heading and its space. */
export function SlowSection({ label, onRetry, children }: SlowProps) {
  return (
    <Section title={label}>
      <SlowNotice label={label} onRetry={onRetry} />
      <div className={styles.place}>{children}</div>
    </Section>
  );
}

/** A section of a page failed. It keeps its heading. */
export function FailedSection(props: FailedProps) {
  return (
    <Section title={props.label}>
      <FailedNotice {...props} level={3} />
    </Section>
  );
}

/** A whole page is slow. */
export function SlowPage({ label, onRetry, children }: SlowProps) {
  return (
    <>
      <PageBody className={styles.slowPage}>
        <h1 className={styles.heading} data-waiting>
          {label}
        </h1>
        <SlowNotice label={label} onRetry={onRetry} />
      </PageBody>
      <div className={styles.place}>{children}</div>
    </>
  );
}

/** A whole page failed. */
export function FailedPage(props: FailedProps) {
  return (
    <PageBody className={styles.page}>
      <h1 className={styles.heading}>{props.label}</h1>
      <FailedNotice {...props} level={2} />
    </PageBody>
  );
}

/** The header has room for one button only. */
export function FailedInHeader({ label, onRetry }: MessageProps) {
  return (
    <IconButton label={`${label}を表示できませんでした。もう一度試す`} onClick={onRetry}>
      <Icon icon={RotateCw} />
    </IconButton>
  );
}

/** The header shows no message for a slow button: it simply appears later. */
export function SlowInHeader({ children }: SlowProps) {
  return children;
}

function SlowNotice({ label, onRetry }: MessageProps) {
  return (
    <div className={styles.slow} role="status" aria-label={label}>
      <Spinner />
      <p className={styles.words}>時間がかかっています。</p>
      <Button size="small" onClick={onRetry}>
        もう一度試す
      </Button>
    </div>
  );
}

function FailedNotice({ label, onRetry, onShowPrevious, level }: FailedProps & { level: 2 | 3 }) {
  const hint = 'ほかの部分はそのままご利用いただけます。準備ができしだい自動で表示します。';
  return (
    <ErrorState title={`${label}を表示できませんでした。`} hint={hint} level={level} onRetry={onRetry}>
      {onShowPrevious && (
        <Button variant="ghost" onClick={onShowPrevious}>
          前のバージョンで表示
        </Button>
      )}
    </ErrorState>
  );
}
