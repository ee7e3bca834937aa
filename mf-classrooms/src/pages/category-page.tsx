import { listCategoryArchives } from '@manabiba/shared/data/endpoints';
import { RefusalPage, useEndpointPages, usePageTitle, useParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';

import { useCategories } from '../core/classroom/use-categories';
import { ArchiveFeed } from '../features/archive-list/archive-feed';
import { ArchiveListHead } from '../features/archive-list/archive-list-head';

import styles from '../features/archive-list/archive-list.module.css';

/** /categories/{id}: the archives of one category, newest first. */
export function CategoryPage() {
  const { id = '' } = useParams();
  const { categories, categoryName } = useCategories();
  const list = useEndpointPages(listCategoryArchives, { params: { id } });
  const name = categoryName(id);
  usePageTitle(name ? `${name}のアーカイブ` : undefined);
  if (list.error?.code === 'not_found') return <RefusalPage error={list.error} onRetry={list.retry} />;
  return (
    <PageBody className={styles.page}>
      <ArchiveListHead title={name ? `${name}のアーカイブ` : 'アーカイブ'} categories={categories} selected={id} />
      <div className={styles.sections}>
        <ArchiveFeed key={id} list={list} title="新しいアーカイブ" />
      </div>
    </PageBody>
  );
}
