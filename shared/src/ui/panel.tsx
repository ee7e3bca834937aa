import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './panel.module.css';

/** A box around one decision: a price, a setting. Lists have none. */
export function Panel({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames(styles.panel, className)}>{children}</div>;
}
