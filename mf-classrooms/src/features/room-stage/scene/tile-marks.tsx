import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { Icon } from '@manabiba/shared/ui/icon';
import { Hand } from 'lucide-react';

import { reactionDisplay } from '../../../core/room/reaction-display';

import styles from './stage-scene.module.css';

/** Shows a person's raised hand, otherwise their reaction, in the corner of their tile. */
export function TileMarks({ handRaisedAt, reactionName }: Pick<RoomUserDoc, 'handRaisedAt' | 'reactionName'>) {
  if (handRaisedAt)
    return (
      <span className={styles.hand}>
        <Icon icon={Hand} label="手を挙げています" />
      </span>
    );
  if (!reactionName) return null;
  const { icon, label } = reactionDisplay[reactionName];
  return (
    <span className={styles.shown}>
      <Icon icon={icon} label={label} />
    </span>
  );
}
