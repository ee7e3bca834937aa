import { Link } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { type LucideIcon, X } from 'lucide-react';
import { useEffect } from 'react';

import { classroomHref } from '../../core/classroom/classroom-path';
import type { DockedRoom } from '../../core/room/session/docked-room';

import styles from './mini-player.module.css';

/** How long the end of a room is shown, in milliseconds. */
const SHOWN_MS = 5000;

interface MiniOverProps {
  room: DockedRoom;
  icon: LucideIcon;
  words: string;
  hasPage: boolean;
  onClose: () => void;
}

/** Says why the room no longer goes on, then closes by itself. */
export function MiniOver({ room: { classroom, classroomKey }, icon, words, hasPage, onClose }: MiniOverProps) {
  useEffect(() => {
    const timer = setTimeout(onClose, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [onClose]);
  return (
    <div className={styles.mini} data-theme="dark">
      <div className={styles.picture}>
        <Icon icon={icon} size={24} />
      </div>
      <div className={styles.text}>
        <p className={styles.title}>{classroom.name}</p>
        <p className={styles.who} role="status">
          {words}
        </p>
      </div>
      <div className={styles.controls}>
        <button type="button" className={styles.round} aria-label="閉じる" onClick={onClose}>
          <Icon icon={X} />
        </button>
        {hasPage && (
          <Link className={buttonClass({ size: 'small' })} to={classroomHref(classroom, classroomKey)}>
            教室を見る
          </Link>
        )}
      </div>
    </div>
  );
}
