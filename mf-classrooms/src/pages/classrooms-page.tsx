import { SharePage } from '@manabiba/shared/people/share-page';
import { isSignedIn, paths, useMe, useNavigate, useSearchParams } from '@manabiba/shared/platform';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { Tabs } from '@manabiba/shared/ui/tabs';

import { useCategories } from '../core/classroom/use-categories';
import { CategoryChips } from '../features/classroom-list/category-chips';
import { ClassroomLists } from '../features/classroom-list/classroom-lists';
import { filterQuery, type ListFilter, readFilter } from '../features/classroom-list/list-filter';
import { tabsOf } from '../features/classroom-list/list-tabs';
import { useClassroomLists } from '../features/classroom-list/use-classroom-lists';

import styles from '../features/classroom-list/classroom-list.module.css';

/** /classrooms: all classrooms by state and category, both kept in the URL. */
export function ClassroomsPage() {
  const signedIn = isSignedIn(useMe());
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filter = readFilter(search, { isSignedIn: signedIn });
  const { categories, categoryName } = useCategories();
  const lists = useClassroomLists(filter, { isSignedIn: signedIn });
  const show = (next: ListFilter) =>
    void navigate(paths.classrooms.href({}, filterQuery(next)), { preventScrollReset: true });

  return (
    <PageBody className={styles.page}>
      <div className={styles.head}>
        <h1>教室</h1>
        <SharePage path={paths.classrooms.href()} title="教室" />
      </div>
      <Tabs
        label="教室の状態"
        tabs={tabsOf(lists, { isSignedIn: signedIn })}
        selected={filter.tab}
        className={styles.tabs}
        onSelect={(tab) => show({ ...filter, tab })}
      >
        <CategoryChips
          categories={categories}
          selected={filter.categoryId}
          onSelect={(categoryId) => show({ ...filter, categoryId })}
        />
        <div>
          <ClassroomLists filter={filter} lists={lists} categoryName={categoryName} />
        </div>
      </Tabs>
    </PageBody>
  );
}
