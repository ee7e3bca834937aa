import { listProfessionals } from '@manabiba/shared/data/endpoints';
import { useEndpointPages, useNow, useSearchParams } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { LoadMore } from '@manabiba/shared/ui/load-more';
import { Tabs } from '@manabiba/shared/ui/tabs';

import { PeopleGrid, SkeletonPeople } from '../../core/people-grid';
import { PersonRow } from '../../core/person-row';
import { nextClassroomNote } from '../../core/when';
import styles from './professionals.module.css';

const sorts = [
  { key: 'classroom', label: '次の教室が近い順' },
  { key: 'follower', label: 'フォロワーが多い順' },
  { key: 'new', label: '新しい順' },
] as const;
type Sort = (typeof sorts)[number]['key'];

/** Everybody who teaches here for a living, in an order of choice, page after page. */
export function Professionals() {
  const [search, setSearch] = useSearchParams();
  const sort = sorts.find(({ key }) => key === search.get('sort'))?.key ?? 'classroom';
  const select = (key: Sort) =>
    setSearch(key === 'classroom' ? {} : { sort: key }, { replace: true, preventScrollReset: true });
  return (
    <Tabs label="並び順" tabs={sorts} selected={sort} onSelect={select} className={styles.tabs}>
      <SortedBy key={sort} sort={sort} />
    </Tabs>
  );
}

function SortedBy({ sort }: { sort: Sort }) {
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore } = useEndpointPages(listProfessionals, {
    query: { sort },
  });
  const now = useNow(60_000);
  if (pages.length === 0)
    return error ? (
      <ErrorState title="プロフェッショナルを表示できませんでした。" onRetry={retry} />
    ) : (
      <SkeletonPeople count={12} />
    );
  if (items.length === 0)
    return <EmptyState title="プロフェッショナルはまだいません。">本人確認が済んだ方が、ここに並びます。</EmptyState>;
  return (
    <>
      <PeopleGrid>
        {items.map((user) => (
          <PersonRow key={user.id} user={user} note={nextClassroomNote(user.nextClassroomAt, now)} />
        ))}
      </PeopleGrid>
      {error ? (
        <ErrorState title="続きを表示できませんでした。" onRetry={retry} isRetrying={isLoadingMore} />
      ) : (
        <LoadMore hasMore={hasMore} isLoading={isLoadingMore} onLoadMore={loadMore} />
      )}
    </>
  );
}
