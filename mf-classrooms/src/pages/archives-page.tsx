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
import styles from '../features/archive-list/archive-list.module.css';
import { ArchiveListHead } from '../features/archive-list/archive-list-head';
import { ContinuedArchives } from '../features/archive-list/continued-archives';
import { PickedArchives } from '../features/archive-list/picked-archives';

/** /archives: what the viewer has begun, what the editors have picked, then everything. */
export function ArchivesPage() {
  const navigate = useNavigate();
  const isPerson = isSignedIn(useMe());
  const [search] = useSearchParams();
  const sort: ArchiveSort = search.get('sort') === 'watched' ? 'watched' : 'new';
  const { categories, categoryName } = useCategories();
  const picked = useEndpoint(listArchives, { query: { pickup: 'true' } });
  const list = useEndpointPages(listArchives, sort === 'new' ? {} : { query: { sort } });
  const show = (chosen: ArchiveSort) =>
    void navigate(paths.archives.href({}, chosen === 'new' ? {} : { sort: chosen }), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <PageBody className={styles.page}>
      <ArchiveListHead title="アーカイブ" categories={categories} />
      <div className={styles.sections}>
        {isPerson && <ContinuedArchives />}
        {picked.data && <PickedArchives archives={picked.data.items} categoryName={categoryName} />}
        <ArchiveFeed
          key={sort}
          list={list}
          title={sort === 'new' ? '新しいアーカイブ' : 'よく見られているアーカイブ'}
          sort={{ value: sort, onChange: show }}
        />
      </div>
    </PageBody>
  );
}
