import { listArchives } from '@manabiba/shared/data/endpoints';
import { useEndpoint, useEndpointPages } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { useCategories } from '../core/classroom/use-categories';
import { ArchiveCategoryChips } from '../features/archive-list/archive-category-chips';
import { ArchiveFeed } from '../features/archive-list/archive-feed';
import styles from '../features/archive-list/archive-list.module.css';
import { PickedArchives } from '../features/archive-list/picked-archives';

/** /archives: what the editors have picked, then everything, newest first. */
export function ArchivesPage() {
  const { categories, categoryName } = useCategories();
  const picked = useEndpoint(listArchives, { query: { pickup: 'true' } });
  const list = useEndpointPages(listArchives, {});
  return (
    <PageBody className={styles.page}>
      <h1>アーカイブ</h1>
      <ArchiveCategoryChips categories={categories} />
      <div className={styles.sections}>
        {picked.data && <PickedArchives archives={picked.data.items} categoryName={categoryName} />}
        <ArchiveFeed list={list} title="新しいアーカイブ" />
      </div>
    </PageBody>
  );
}
