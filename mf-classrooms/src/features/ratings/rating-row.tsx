import type { Rating } from '@manabiba/shared/contract/ratings';
import { Link, paths, useNow } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Button } from '@manabiba/shared/ui/button';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { millisecondsInDay } from 'date-fns/constants';
import { type ReactNode, useState } from 'react';

import { BlockedPlace } from '../../core/room/blocked-place';
import { Stars } from './stars';

import styles from './ratings.module.css';

interface RatingRowProps {
  rating: Rating;
  /** On a profile: what it is about. */
  hasSubject?: boolean;
  actions?: ReactNode;
}

/** Whoever was under 18, or is kept from the viewer by a block, has no name. */
export const authorOf = ({ user, isGone }: Pick<Rating, 'user' | 'isGone'>): string =>
  user?.nickname ?? (isGone ? '退会したユーザー' : '受講者');

/** One rating with its answer. */
export function RatingRow({ rating, hasSubject = false, actions }: RatingRowProps) {
  const { user, stars, note, createdAt, editedAt, answer, isPublic, isBlocked, kind, ratedId, title } = rating;
  const now = useNow(millisecondsInDay);
  const [isAskedFor, setIsAskedFor] = useState(false);
  if (isBlocked && !isAskedFor) return <BlockedPlace what="レビュー" onShow={() => setIsAskedFor(true)} />;
  return (
    <>
      {hasSubject && (
        <p className={styles.subject}>
          <Link to={paths[kind].href({ id: ratedId })}>{title}</Link>
        </p>
      )}
      <p className={styles.by}>
        <Stars stars={stars} />
        {user ? (
          <Link to={paths.user.href({ id: user.id })}>
            <strong>{user.nickname}</strong>
          </Link>
        ) : (
          <span>{authorOf(rating)}</span>
        )}
        <DateTime value={createdAt} style="moment" now={now} />
        {editedAt !== null && <span>編集済み</span>}
        {!isPublic && <Badge>ホストだけに届いたレビュー</Badge>}
      </p>
      {note !== '' && (
        <p className={styles.note}>
          <LinkedText text={note} />
        </p>
      )}
      {answer && (
        <div className={styles.answer}>
          <p className={styles.by}>
            <strong>{kind === 'event' ? '主催者' : 'ホスト'}の返信</strong>
            <DateTime value={answer.answeredAt} style="moment" now={now} />
            {answer.editedAt !== null && <span>編集済み</span>}
          </p>
          <p className={styles.note}>
            <LinkedText text={answer.body} />
          </p>
        </div>
      )}
      {actions && <p className={styles.actions}>{actions}</p>}
    </>
  );
}

export const RatingAction = ({
  label,
  children,
  onClick,
}: {
  label: string;
  children: string;
  onClick: () => void;
}) => (
  <Button variant="ghost" size="small" aria-label={label} onClick={onClick}>
    {children}
  </Button>
);
