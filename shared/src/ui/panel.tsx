import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './panel.module.css';

/** A box around a single decision, such as a price or a setting. Not for lists. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.panel, className)}>{children}</div>;
}
