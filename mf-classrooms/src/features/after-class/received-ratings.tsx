import type { ReceivedRating } from '@manabiba/shared/contract/classroom-ratings';
import { RATING_DAYS } from '@manabiba/shared/contract/limits';
import { listClassroomRatings } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint } from '@manabiba/shared/platform';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { Stars } from './stars';

import styles from './after-class.module.css';

/** Rows rendered initially and added with each press. */
const PAGE_ROWS = 20;

/** What the attendees of a class said about it, for its host. */
export function ReceivedRatings({ classroomId }: { classroomId: string }) {
  const { data, error, retry } = useEndpoint(listClassroomRatings, { params: { id: classroomId } });
  return (
    <section className={styles.received} aria-labelledby="received-ratings">
      <h3 id="received-ratings">
        みなさんの感想 {data && data.items.length > 0 && <small>{formatCount(data.items.length)}件</small>}
      </h3>
      {data && data.average !== null && (
        <p className={styles.average}>
          平均 <strong>{data.average.toFixed(1)}</strong>
          <Stars stars={Math.round(data.average)} />
        </p>
      )}
      {data && <Ratings items={data.items} />}
      {!data && !error && <SkeletonRows count={2} />}
      {!data && error && <ErrorState title="感想を表示できませんでした。" onRetry={retry} />}
    </section>
  );
}

function Ratings({ items }: { items: readonly ReceivedRating[] }) {
  const [limit, setLimit] = useState(PAGE_ROWS);
  if (items.length === 0)
    return (
      <p className={styles.soft}>まだ感想はありません。参加した方から、終了後{RATING_DAYS}日のあいだに届きます。</p>
    );
  return (
    <>
      <ul className={styles.ratings}>
        {items.slice(0, limit).map(({ stars, note, nickname, ratedAt }, index) => (
          // Nothing else tells apart two people without a name.
          <li key={index}>
            <p className={styles.by}>
              <Stars stars={stars} />
              <span>{nickname ?? 'お名前は表示されません'}</span>
              <DateTime value={ratedAt} style="short" />
            </p>
            {note !== '' && <p className={styles.note}>{note}</p>}
          </li>
        ))}
      </ul>
      <LoadMore hasMore={items.length > limit} isLoading={false} onLoadMore={() => setLimit(limit + PAGE_ROWS)} />
    </>
  );
}
