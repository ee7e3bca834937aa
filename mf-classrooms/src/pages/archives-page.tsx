import { listArchives } from '@manabiba/shared/data/endpoints';
import {
  isSignedIn,
  paths,
  useEndpoint,
  useEndpointPages,
  useMe,
  useNavigate,
  useSearchParams,
} from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { useCategories } from '../core/classroom/use-categories';
import { ArchiveFeed, type ArchiveSort } from '../features/archive-list/archive-feed';
import { ArchiveListHead } from '../features/archive-list/archive-list-head';
import { ContinuedArchives } from '../features/archive-list/continued-archives';
import { PickedArchives } from '../features/archive-list/picked-archives';
import { ReviewedArchives } from '../features/archive-list/reviewed-archives';

import styles from '../features/archive-list/archive-list.module.css';

/** /archives: what the viewer may still review, what they have begun, what the editors have picked, then everything. */
export function ArchivesPage() {
  const navigate = useNavigate();
  const isPerson = isSignedIn(useMe());
  const [search] = useSearchParams();
  const sort: ArchiveSort = search.get('sort') === 'watched' ? 'watched' : 'new';
  const { categories, categoryName } = useCategories();
  const picked = useEndpoint(listArchives, { query: { pickup: 'true' } });
  const isUnseen = isPerson && search.get('unseen') === 'true';
  const queryOf = (chosen: { sort: ArchiveSort; isUnseen: boolean }) => ({
    ...(chosen.sort === 'watched' ? { sort: chosen.sort } : {}),
    ...(chosen.isUnseen ? { unseen: 'true' as const } : {}),
  });
  const query = queryOf({ sort, isUnseen });
  // Without a query it is the list that other pages have fetched.
  const list = useEndpointPages(listArchives, Object.keys(query).length > 0 ? { query } : {});
  const show = (chosen: Partial<Parameters<typeof queryOf>[0]>) =>
    void navigate(paths.archives.href({}, queryOf({ sort, isUnseen, ...chosen })), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <PageBody className={styles.page}>
      <ArchiveListHead title="アーカイブ" categories={categories} />
      <div className={styles.sections}>
        {isPerson && <ReviewedArchives />}
        {isPerson && <ContinuedArchives />}
        {picked.data && <PickedArchives archives={picked.data.items} categoryName={categoryName} />}
        <ArchiveFeed
          key={sort}
          list={list}
          title={sort === 'new' ? '新しいアーカイブ' : 'よく見られているアーカイブ'}
          sort={{ value: sort, onChange: (chosen) => show({ sort: chosen }) }}
          unseen={
            isPerson
              ? { isOn: isUnseen, total: list.pages[0]?.total, onChange: (isOn) => show({ isUnseen: isOn }) }
              : undefined
          }
        />
      </div>
    </PageBody>
  );
}
