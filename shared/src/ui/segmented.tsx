import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './segmented.module.css';

/** The look of one way of looking, for a router's link; `aria-current="true"` marks the chosen one. */
export const segmentClass = classNames(styles.segment);

/** Two or three ways of looking at the same things, of which one is chosen. Each child is a link with `segmentClass`. */
export function Segmented({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.segmented} role="group" aria-label={label}>
      {children}
    </div>
  );
}
