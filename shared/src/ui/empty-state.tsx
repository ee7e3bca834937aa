import type { ReactNode } from 'react';

import { Phrases } from './phrases';

import styles from './empty-state.module.css';

export interface EmptyStateProps {
  /** What would be here: まだ教室はありません。 */
  title: string;
  /** Why it is empty, or how to fill it. */
  children?: ReactNode;
  /** The single action. */
  action?: ReactNode;
  drawing?: 'classroom' | 'bell';
  level?: 2 | 3;
}

const drawings = {
  classroom: (
    <>
      <path d="M12 46V28a24 24 0 0 1 48 0v18c-9-2-18 0-24 6-6-6-15-8-24-6Z" />
      <path d="M36 52V34" />
      <circle cx="36" cy="24" r="4" strokeDasharray="2 3.2" />
    </>
  ),
  bell: (
    <>
      <path d="M20 40c3-3 3.5-7 3.5-15a12.5 12.5 0 0 1 25 0c0 8 .5 12 3.5 15v2H20ZM31 48a5 5 0 0 0 10 0" />
      <path d="M8 52h56" strokeDasharray="2 4" />
    </>
  ),
} as const;

/** The empty state of a list: what it is, why it is empty, one action. */
export function EmptyState({ title, children, action, drawing = 'classroom', level = 3 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.empty}>
      <svg
        className={styles.drawing}
        width="72"
        height="56"
        viewBox="0 0 72 56"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        {drawings[drawing]}
      </svg>
      <Heading className={styles.title}>
        <Phrases text={title} />
      </Heading>
      {children !== undefined && <p className={styles.why}>{children}</p>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </div>
  );
}
