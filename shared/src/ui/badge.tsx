import type { ReactNode } from 'react';

import { classNames } from './class-names';

import styles from './badge.module.css';

/** `plain` for categories and past states, `line` for roles; the others express a status. */
export type BadgeTone = 'plain' | 'action' | 'ok' | 'warn' | 'live' | 'line';

export interface BadgeProps {
  tone?: BadgeTone;
  children: ReactNode;
}

/** A short label for a kind or status. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone}>
      {children}
    </span>
  );
}

/** 開催中, in the colour reserved for it. `isBare` omits the dot where space is short. */
export function LivePill({ isBare = false, children = '開催中' }: { isBare?: boolean; children?: ReactNode }) {
  return <span className={classNames(styles.pill, isBare && styles.bare)}>{children}</span>;
}
