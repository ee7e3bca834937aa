import type { OwnSeries as OwnSeriesItem } from '@manabiba/shared/contract/series';
import { rolesInWords } from '@manabiba/shared/contract/team-rights';
import { listMySeries } from '@manabiba/shared/data/endpoints';
import { Link, paths, Phrases, useEndpointPages } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { Meta } from '@manabiba/shared/ui/card';
import { DateTime } from '@manabiba/shared/ui/date-time';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import styles from './series.module.css';

/** The series that the user hosts or helps with. */
export function OwnSeries() {
  const list = useEndpointPages(listMySeries, {});
  return (
    <PagedList
      list={list}
      name="連続講座"
      skeleton={<SkeletonRows count={4} />}
      empty={
        <EmptyState title="まだ連続講座はありません。" level={2}>
          いくつかの教室を、1つのページにまとめられます。参加する人は、すべての回を一度に予約できます。
        </EmptyState>
      }
    >
      {(items) => (
        <ul className={styles.own}>
          {items.map((series) => (
            <Row key={series.id} series={series} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Row({
  series: { id, title, dateCount, endedCount, nextStartAt, endedAt, myAccess },
}: {
  series: OwnSeriesItem;
}) {
  return (
    <li>
      <h2>
        <Link to={paths.series.href({ id })}>
          <Phrases text={title} />
        </Link>
      </h2>
      <Meta>
        <span>{`全${dateCount}回`}</span>
        {endedCount > 0 && <span>{`${endedCount}回終了`}</span>}
        {nextStartAt !== null && (
          <span>
            次は
            <DateTime value={nextStartAt} />
          </span>
        )}
        {endedAt !== null && <Badge>終了</Badge>}
        {!myAccess.isOwner && <Badge tone="line">{rolesInWords(myAccess.roles)}</Badge>}
      </Meta>
    </li>
  );
}
