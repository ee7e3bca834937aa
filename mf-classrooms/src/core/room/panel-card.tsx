import { formatLength } from '@manabiba/shared/format/duration';
import { classNames } from '@manabiba/shared/ui/class-names';
import { Icon } from '@manabiba/shared/ui/icon';
import { Timer } from 'lucide-react';
import type { ReactNode } from 'react';

import styles from './panel-card.module.css';

interface PanelCardProps {
  label: string;
  /** Whether the panel is low: the card is then one row, with what opens the rest in its second column. */
  isLow: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** What goes on in the room, above every tab of the panel. */
export const PanelCard = ({ label, isLow, className, children }: PanelCardProps) => (
  <section className={classNames(styles.card, className)} aria-label={label} data-low={isLow || undefined}>
    {children}
  </section>
);

/** The line of small facts at the top of a card, such as its icon, its state and its timer. */
export const CardFacts = ({ children }: { children: ReactNode }) => <p className={styles.facts}>{children}</p>;

const MS_PER_SECOND = 1000;

/** How long something in the room still lasts. Not announced every second. */
export const RoomTimer = ({ label, remainingMs }: { label: string; remainingMs: number }) => (
  <span className={styles.timer} role="timer" aria-label={label}>
    <Icon icon={Timer} />
    あと{formatLength(Math.ceil(remainingMs / MS_PER_SECOND))}
  </span>
);
