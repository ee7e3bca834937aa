import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './page-body.module.css';

const widthClass = { content: undefined, settings: styles.settings, inbox: styles.inbox } as const;

export interface PageBodyProps {
  children: ReactNode;
  /** `content` 1120 px, `inbox` 760 px, `settings` 984 px (a 200 px list and a 720 px column). */
  width?: keyof typeof widthClass;
  className?: string;
}

/** Page width container: as wide as the page allows, with the gutters of the current breakpoint. */
export function PageBody({ children, width = 'content', className }: PageBodyProps) {
  return <div className={classNames(styles.body, widthClass[width], className)}>{children}</div>;
}
