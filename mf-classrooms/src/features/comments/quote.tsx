import type { QuotedComment } from '@manabiba/shared/contract/classroom-comments';
import type { RoomCommentDoc } from '@manabiba/shared/contract/room-documents';

import styles from './quote.module.css';

interface QuoteProps {
  quoted: QuotedComment;
  isBlocked?: boolean;
  /** It is the comment that is being edited. */
  isEdit?: boolean;
}

/** Returns the quote of a comment in a reply to it. */
export const quoteOf = ({ id, userId, nickname, body }: RoomCommentDoc): QuotedComment => ({
  id,
  userId,
  nickname,
  line: body.split('\n', 1)[0] ?? '',
});

/** Whom a comment replies to, and the first line of that comment. A blocked author's words are not shown. */
export function Quote({ quoted, isBlocked = false, isEdit = false }: QuoteProps) {
  const { nickname, line } = quoted;
  if (isBlocked) return <p className={styles.quote}>ブロックした人のコメントへの返信</p>;
  return (
    <p className={styles.quote}>
      <b>{isEdit ? 'コメントを編集' : `${nickname}さんへの返信`}</b>
      <span>{line === '' ? '削除されたコメント' : line}</span>
    </p>
  );
}
