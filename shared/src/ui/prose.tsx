import type { ReactNode } from 'react';

import { classNames } from './class-names';
import styles from './prose.module.css';

/** Running text at a reading measure: paragraphs, lists, links. `isSpaced` keeps what the writer typed line by line. */
export function Prose({ children, isSpaced = false }: { children: ReactNode; isSpaced?: boolean }) {
  return <div className={classNames(styles.prose, isSpaced && styles.spaced)}>{children}</div>;
}
