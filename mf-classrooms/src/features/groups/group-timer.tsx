import { formatLength } from '@manabiba/shared/format/duration';
import { Icon } from '@manabiba/shared/ui/icon';
import { Timer } from 'lucide-react';

import styles from './groups.module.css';

const MS_PER_SECOND = 1000;

/** How long the room is still divided. Not announced every second. */
export const GroupTimer = ({ remainingMs }: { remainingMs: number }) => (
  <span className={styles.timer} role="timer" aria-label="メインの部屋に戻るまで">
    <Icon icon={Timer} />
    あと{formatLength(Math.ceil(remainingMs / MS_PER_SECOND))}
  </span>
);
