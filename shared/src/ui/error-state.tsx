import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { Button } from './button';
import { Icon } from './icon';

import styles from './error-state.module.css';

export interface ErrorStateProps {
  /** The part that failed: 教室を表示できませんでした。 */
  title: string;
  hint?: ReactNode;
  /** Offers もう一度試す. */
  onRetry?: () => void;
  isRetrying?: boolean;
  level?: 2 | 3;
  /** Further buttons, after もう一度試す. */
  children?: ReactNode;
}

/** The error state of one part of a page, with a retry. */
export function ErrorState(props: ErrorStateProps) {
  const {
    title,
    hint = 'しばらくしてからもう一度お試しください。',
    onRetry,
    isRetrying = false,
    level = 3,
    children,
  } = props;
  const Heading = `h${level}` as const;
  return (
    <div className={styles.error} role="alert">
      <Icon icon={TriangleAlert} size={24} className={styles.icon} />
      <div className={styles.words}>
        <Heading className={styles.title}>{title}</Heading>
        <p className={styles.hint}>{hint}</p>
      </div>
      {onRetry !== undefined && (
        <div className={styles.actions}>
          <Button icon={<Icon icon={RotateCw} />} isLoading={isRetrying} onClick={onRetry}>
            もう一度試す
          </Button>
          {children}
        </div>
      )}
    </div>
  );
}
