import type { ClassroomComment } from '@manabiba/shared/contract/classroom-comments';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { Link, paths, useNow } from '@manabiba/shared/platform';
import { Avatar } from '@manabiba/shared/ui/avatar';
import { Badge } from '@manabiba/shared/ui/badge';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { millisecondsInDay } from 'date-fns/constants';
import { Flag, Trash2 } from 'lucide-react';
import { useState } from 'react';

import { Quote } from '../quote';
import { isSending } from './use-write-comment';

import styles from './comments.module.css';

interface CommentItemProps {
  comment: ClassroomComment;
  isHost: boolean;
  /** Absent when the viewer may not delete it. */
  onDelete: (() => void) | undefined;
  /** Absent for the viewer's own comments. */
  onReport: (() => void) | undefined;
}

/** Loaded on demand: few viewers have blocked anyone. */
const loadBlockedPlace = () =>
  import(/* webpackChunkName: "comments" */ '../../../core/room/blocked-place').then(
    ({ BlockedPlace }) => BlockedPlace,
  );

/** One comment; a placeholder if it was deleted, and without a link if its author has closed the account. */
export function CommentItem({ comment, isHost, onDelete, onReport }: CommentItemProps) {
  const { user, body, createdAt, deletedAt, editedAt, replyTo } = comment;
  const sending = isSending(comment);
  const now = useNow(millisecondsInDay);
  const [isAskedFor, setIsAskedFor] = useState(false);
  if (comment.isBlocked && !deletedAt && !isAskedFor) {
    return (
      <li className={styles.comment}>
        <span className={styles.ghost} />
        <LazyPart load={loadBlockedPlace} props={{ onShow: () => setIsAskedFor(true) }} />
      </li>
    );
  }
  return (
    <li className={`${styles.comment} ${sending ? styles.sending : ''}`}>
      {user && !deletedAt ? <Avatar person={user} size={32} /> : <span className={styles.ghost} />}
      <div>
        {!deletedAt && (
          <p className={styles.head}>
            {user ? (
              <Link to={paths.user.href({ id: user.id })}>
                <strong>{user.nickname}</strong>
              </Link>
            ) : (
              <span>退会したユーザー</span>
            )}
            {isHost && <Badge tone="action">ホスト</Badge>}
            {sending ? (
              <span className={styles.when}>送信中…</span>
            ) : (
              <DateTime value={createdAt} style="moment" now={now} className={styles.when} />
            )}
            {editedAt !== null && <span className={styles.when}>編集済み</span>}
            {!sending && (
              <Tools nickname={user?.nickname ?? '退会したユーザー'} onDelete={onDelete} onReport={onReport} />
            )}
          </p>
        )}
        {replyTo && !deletedAt && <Quote quoted={replyTo} />}
        <p className={deletedAt ? styles.gone : styles.body}>
          {deletedAt ? 'コメントは削除されました。' : <LinkedText text={body} />}
        </p>
      </div>
    </li>
  );
}

function Tools({
  nickname,
  onDelete,
  onReport,
}: { nickname: string } & Pick<CommentItemProps, 'onDelete' | 'onReport'>) {
  if (!onDelete && !onReport) return null;
  return (
    <span className={styles.tools}>
      {onReport && (
        <IconButton label={`${nickname}さんのコメントを通報する`} onClick={onReport}>
          <Icon icon={Flag} size={16} />
        </IconButton>
      )}
      {onDelete && (
        <IconButton label={`${nickname}さんのコメントを削除する`} onClick={onDelete}>
          <Icon icon={Trash2} size={16} />
        </IconButton>
      )}
    </span>
  );
}
