import type { ReactNode } from 'react';

import styles from './badge.module.css';
import { classNames } from './class-names';

/** `plain` for categories and what is over, `line` for roles; the others say how things stand. */
export type BadgeTone = 'plain' | 'action' | 'ok' | 'warn' | 'live' | 'line';

export interface BadgeProps {
  tone?: BadgeTone;
  children: ReactNode;
}

const toneClass: Record<BadgeTone, string | undefined> = {
  plain: styles.plain,
  action: styles.action,
  ok: styles.ok,
  warn: styles.warn,
  live: styles.live,
  line: styles.line,
};

/** A word or two about a thing's kind or state. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span className={classNames(styles.badge, toneClass[tone])}>{children}</span>;
}

/** 開催中, in the one colour kept for it. `isBare` leaves out the dot where room is short. */
export function LivePill({ isBare = false, children = '開催中' }: { isBare?: boolean; children?: ReactNode }) {
  return <span className={classNames(styles.pill, isBare && styles.bare)}>{children}</span>;
}
