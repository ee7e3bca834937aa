import { listProfessionals } from '@manabiba/shared/data/endpoints';
import { useEndpointPages, useNow, useSearchParams } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { PeopleGrid, SkeletonPeople } from '@manabiba/shared/ui/people-grid';
import { Tabs } from '@manabiba/shared/ui/tabs';

import { PersonRow } from '../../core/person-row';
import { professionalNote } from '../../core/when';

import styles from './professionals.module.css';

const sorts = [
  { key: 'classroom', label: '次の教室が近い順' },
  { key: 'follower', label: 'フォロワーが多い順' },
  { key: 'new', label: '新しい順' },
] as const;
type Sort = (typeof sorts)[number]['key'];

/** The paginated list of professionals in a selectable order. */
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
  const list = useEndpointPages(listProfessionals, { query: { sort } });
  const now = useNow(60_000);
  return (
    <PagedList
      list={list}
      name="プロフェッショナル"
      skeleton={<SkeletonPeople count={12} />}
      empty={<EmptyState title="プロフェッショナルはまだいません。">本人確認が済んだ方が、ここに並びます。</EmptyState>}
    >
      {(professionals) => (
        <PeopleGrid>
          {professionals.map((user) => (
            <PersonRow key={user.id} user={user} note={professionalNote(user, now)} />
          ))}
        </PeopleGrid>
      )}
    </PagedList>
  );
}
