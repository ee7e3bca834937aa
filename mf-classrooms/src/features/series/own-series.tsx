import { rolesInWords } from '@manabiba/shared/contract/team-rights';
import { listMySeries } from '@manabiba/shared/data/endpoints';
import { useEndpointPages } from '@manabiba/shared/platform';
import { Badge } from '@manabiba/shared/ui/badge';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';

import { SeriesList, SeriesRow } from '../../core/series/series-list';

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
          いくつかの教室やイベントを、1つのページにまとめられます。参加する人は、すべての教室を一度に予約したり、有料の回をまとめて購入したりできます。
        </EmptyState>
      }
    >
      {(items) => (
        <SeriesList>
          {items.map((series) => (
            <SeriesRow
              key={series.id}
              series={series}
              last={!series.myAccess.isOwner && <Badge tone="line">{rolesInWords(series.myAccess.roles)}</Badge>}
            />
          ))}
        </SeriesList>
      )}
    </PagedList>
  );
}
