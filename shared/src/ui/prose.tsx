import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './prose.module.css';

/** Running text at a readable line length: paragraphs, lists, links. `isSpaced` preserves the writer's line breaks. */
export function Prose({ children, isSpaced = false }: { children: ReactNode; isSpaced?: boolean }) {
  return <div className={classNames(styles.prose, isSpaced && styles.spaced)}>{children}</div>;
}
