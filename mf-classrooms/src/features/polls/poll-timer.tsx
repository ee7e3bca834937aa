import { formatLength } from '@manabiba/shared/format/duration';
import { Icon } from '@manabiba/shared/ui/icon';
import { Timer } from 'lucide-react';

import styles from './polls.module.css';

const MS_PER_SECOND = 1000;

/** How long a poll is still open. Not announced every second. */
export const PollTimer = ({ remainingMs }: { remainingMs: number }) => (
  <span className={styles.timer} role="timer" aria-label="締め切りまで">
    <Icon icon={Timer} />
    あと{formatLength(Math.ceil(remainingMs / MS_PER_SECOND))}
  </span>
);
