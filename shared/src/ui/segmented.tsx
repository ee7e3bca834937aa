import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './segmented.module.css';

/** Class of one segment, for a router's link; `aria-current="true"` marks the chosen one. */
export const segmentClass = classNames(styles.segment);

/**
 * Segmented control: two or three views of the same data, one of them chosen. Each child is a link with `segmentClass`.
 */
export function Segmented({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.segmented} role="group" aria-label={label}>
      {children}
    </div>
  );
}
