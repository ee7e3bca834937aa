import type { Rating } from '@manabiba/shared/contract/ratings';
import { deleteRatingAnswer, listRatings } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { ReportDialog } from '@manabiba/shared/people/report-dialog';
import {
  isSignedIn,
  showMessageFor,
  type SlotParams,
  toast,
  useEndpointMutation,
  useEndpointPages,
  useMe,
} from '@manabiba/shared/platform';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useId, useState } from 'react';

import { MyRating } from './my-rating';
import { RatingAnswer } from './rating-answer';
import { authorOf, RatingAction, RatingRow } from './rating-row';
import { Stars } from './stars';

import styles from './ratings.module.css';

interface RatingsProps extends SlotParams<'ratings'> {
  /** The key of a private classroom. */
  classroomKey?: string | undefined;
}

/**
 * What people who attended or watched something said about it, the latest first, with their average. On a profile, of
 * everything that a user has hosted, and nothing where there are none. Whoever may rate it does so here; its host answers.
 */
export function Ratings({ ratedKind, ratedId, classroomKey }: RatingsProps) {
  const id = useId();
  const me = useMe();
  const query = classroomKey === undefined ? {} : { key: classroomKey };
  const list = useEndpointPages(listRatings, { params: { ratedKind, ratedId }, query });
  const [first] = list.pages;
  const rating = first?.rating;
  const isEmptyProfile = ratedKind === 'user' && (!first || first.items.length === 0);
  if (isEmptyProfile && !list.error) return null;
  return (
    <section className={styles.ratings} aria-labelledby={id}>
      <h2 id={id}>レビュー {rating && <small>{formatCount(rating.count)}件</small>}</h2>
      {rating && (
        <p className={styles.average}>
          <span>
            平均 <strong>{rating.average.toFixed(1)}</strong>
          </span>
          <Stars stars={Math.round(rating.average)} />
        </p>
      )}
      {ratedKind !== 'user' && first?.isHost === false && isSignedIn(me) && (
        <MyRating ratedKind={ratedKind} ratedId={ratedId} />
      )}
      {first && <RatingList items={list.items} isHost={first.isHost} isOfUser={ratedKind === 'user'} />}
      {!first && !list.error && <SkeletonRows count={2} />}
      {list.error && <ErrorState title="レビューを表示できませんでした。" onRetry={list.retry} level={3} />}
      <LoadMore hasMore={list.hasMore} isLoading={list.isLoadingMore} onLoadMore={list.loadMore} />
    </section>
  );
}

interface RatingListProps {
  items: readonly Rating[];
  isHost: boolean;
  isOfUser: boolean;
}

function RatingList({ items, isHost, isOfUser }: RatingListProps) {
  const me = useMe();
  const [open, setOpen] = useState<{ about: 'answer' | 'take-back' | 'report'; rating: Rating }>();
  const close = () => setOpen(undefined);
  // One's own stands above, except on a profile.
  const shown = isOfUser ? items : items.filter(({ isMine }) => !isMine);
  if (items.length === 0) return <p className={styles.soft}>まだレビューはありません。</p>;
  const actionsFor = (rating: Rating) => {
    const author = authorOf(rating);
    const ask = (about: 'answer' | 'take-back' | 'report') => () => setOpen({ about, rating });
    return (
      <>
        {isHost && (
          <RatingAction
            label={rating.answer ? `${author}のレビューへの返信を直す` : `${author}のレビューに返信する`}
            onClick={ask('answer')}
          >
            {rating.answer ? '返信を直す' : '返信する'}
          </RatingAction>
        )}
        {isHost && rating.answer && (
          <RatingAction label={`${author}のレビューへの返信を削除する`} onClick={ask('take-back')}>
            返信を削除
          </RatingAction>
        )}
        {isSignedIn(me) && !rating.isMine && (
          <RatingAction label={`${author}のレビューを通報する`} onClick={ask('report')}>
            通報
          </RatingAction>
        )}
      </>
    );
  };
  return (
    <>
      <ul className={styles.list}>
        {shown.map((rating) => (
          <li key={rating.id}>
            <RatingRow rating={rating} hasSubject={isOfUser} actions={isSignedIn(me) && actionsFor(rating)} />
          </li>
        ))}
      </ul>
      {open?.about === 'answer' && <RatingAnswer rating={open.rating} onClose={close} />}
      {open?.about === 'report' && (
        <ReportDialog
          subject={{ kind: 'rating', id: open.rating.id, author: authorOf(open.rating), body: open.rating.note }}
          onClose={close}
        />
      )}
      {open?.about === 'take-back' && <TakeBackAnswer rating={open.rating} onClose={close} />}
    </>
  );
}

function TakeBackAnswer({ rating, onClose }: { rating: Rating; onClose: () => void }) {
  const { run, isRunning } = useEndpointMutation(deleteRatingAnswer, {
    onSuccess: () => {
      toast.success('返信を削除しました。');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title="返信を削除しますか"
      confirmLabel="削除する"
      isLoading={isRunning}
      onClose={onClose}
      onConfirm={() => void run({ params: { ratingId: rating.id } }).catch(showMessageFor)}
    >
      削除した返信は元に戻せません。
    </ConfirmDialog>
  );
}
