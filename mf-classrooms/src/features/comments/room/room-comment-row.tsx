import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { Flag, Pencil, Pin, Reply, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';

import { BlockedPlace } from '../../../core/room/blocked-place';
import { ProfileName } from '../../../core/room/profile-name';
import { roleName } from '../../../core/room/role-names';
import { Quote } from '../quote';

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
  onReply: ((comment: RoomCommentDoc) => void) | undefined;
  onEdit: ((comment: RoomCommentDoc) => void) | undefined;
  onPin: ((comment: RoomCommentDoc) => void) | undefined;
  /** Whether the viewer has blocked whom the comment replies to. */
  isQuoteBlocked: boolean;
}

/** One comment of a live room: author, time, text and actions. */
export const RoomCommentRow = memo(function RoomCommentRow({
  comment,
  role,
  isBlocked,
  isQuoteBlocked,
  ...acts
}: RoomCommentRowProps) {
  const { id, userId, nickname, body, createdAt, editedAt, replyTo } = comment;
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
          {editedAt !== null && <span className={styles.when}>編集済み</span>}
        </p>
        {replyTo && <Quote quoted={replyTo} isBlocked={isQuoteBlocked} />}
        <p className={styles.body}>
          <LinkedText text={body} />
        </p>
      </div>
      <CommentTools comment={comment} {...acts} />
    </li>
  );
});

type CommentToolsProps = Pick<
  RoomCommentRowProps,
  'comment' | 'onDelete' | 'onReport' | 'onReply' | 'onEdit' | 'onPin'
>;

function CommentTools({ comment, onReply, onEdit, onPin, onReport, onDelete }: CommentToolsProps) {
  const tools = [
    { act: onReply, icon: Reply, verb: 'に返信する' },
    { act: onEdit, icon: Pencil, verb: 'を編集する' },
    { act: onPin, icon: Pin, verb: 'をステージに表示する' },
    { act: onReport, icon: Flag, verb: 'を通報する' },
    { act: onDelete, icon: Trash2, verb: 'を削除する' },
  ].filter(({ act }) => act !== undefined);
  if (tools.length === 0) return null;
  return (
    <span className={styles.tools}>
      {tools.map(({ act, icon, verb }) => (
        <IconButton key={verb} label={`${comment.nickname}さんのコメント${verb}`} onClick={() => act?.(comment)}>
          <Icon icon={icon} size={16} />
        </IconButton>
      ))}
    </span>
  );
}
