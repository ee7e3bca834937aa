import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { Flag, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';

import { ProfileName } from '../../../core/room/profile-name';
import { roleName } from '../../../core/room/role-names';
import { BlockedPlace } from '../blocked-place';

import styles from './room-comments.module.css';

interface RoomCommentRowProps {
  comment: RoomCommentDoc;
  /** The author's role, where it is shown beside the name. */
  role: Extract<RoomRole, 'host' | 'co_host'> | undefined;
  /** Whether the viewer has blocked the author; the comment is then hidden until revealed. */
  isBlocked: boolean;
  /** Absent when the viewer may not do so. */
  onDelete: ((comment: RoomCommentDoc) => void) | undefined;
  onReport: ((comment: RoomCommentDoc) => void) | undefined;
}

/** One comment of a live room: author, time, text and actions. */
export const RoomCommentRow = memo(function RoomCommentRow({
  comment,
  role,
  isBlocked,
  onDelete,
  onReport,
}: RoomCommentRowProps) {
  const { id, userId, nickname, body, createdAt } = comment;
  const [isAskedFor, setIsAskedFor] = useState(false);
  if (isBlocked && !isAskedFor) {
    return (
      <li className={styles.comment} data-row={id}>
        <span className={styles.ghost} />
        <BlockedPlace onShow={() => setIsAskedFor(true)} />
      </li>
    );
  }
  return (
    <li className={styles.comment} data-row={id}>
      {userId === null ? <span className={styles.ghost} /> : <Avatar person={comment} size={32} />}
      <div className={styles.words}>
        <p className={styles.head}>
          <strong className={styles.name}>
            <ProfileName userId={userId}>{nickname}</ProfileName>
          </strong>
          {role && <Badge tone="action">{roleName[role]}</Badge>}
          <DateTime value={createdAt} style="time" className={styles.when} />
        </p>
        <p className={styles.body}>
          <LinkedText text={body} />
        </p>
      </div>
      {(onDelete ?? onReport) && (
        <span className={styles.tools}>
          {onReport && (
            <IconButton label={`${nickname}さんのコメントを通報する`} onClick={() => onReport(comment)}>
              <Icon icon={Flag} size={16} />
            </IconButton>
          )}
          {onDelete && (
            <IconButton label={`${nickname}さんのコメントを削除する`} onClick={() => onDelete(comment)}>
              <Icon icon={Trash2} size={16} />
            </IconButton>
          )}
        </span>
      )}
    </li>
  );
});
