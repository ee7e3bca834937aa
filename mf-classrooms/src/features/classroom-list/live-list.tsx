import { formatCount } from '@manabiba/shared/format/count';
import { Link, paths } from '@manabiba/shared/platform';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Section } from '@manabiba/shared/ui/section';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { LiveMediaCard } from '../../core/classroom/live-media-card';
import { filterQuery } from './list-filter';
import { LiveListSkeleton } from './live-list-skeleton';
import { NoClassrooms } from './no-classrooms';
import type { ClassroomList } from './use-classroom-lists';

import styles from './classroom-list.module.css';

interface LiveListProps {
  list: ClassroomList;
  categoryId: string | undefined;
  categoryName: (id: string) => string;
  /** The maximum number of entries, with a link to all. Without it the list is paginated. */
  max?: number;
}

/** 開催中: live classrooms, each with its image. */
export function LiveList({ list, categoryId, categoryName, max }: LiveListProps) {
  const { totalCount } = list;
  const isCut = max !== undefined && (totalCount ?? 0) > max;
  return (
    <Section
      title="開催中"
      count={totalCount ? `${formatCount(totalCount)}の教室` : undefined}
      more={
        isCut && (
          <Link
            className={moreLinkClass}
            to={paths.classrooms.href({}, filterQuery({ tab: 'live', categoryId }))}
            aria-label="開催中の教室をすべて見る"
          >
            <MoreLabel />
          </Link>
        )
      }
    >
      <PagedList
        list={list}
        name="開催中の教室"
        canLoadMore={max === undefined}
        skeleton={<LiveListSkeleton count={max ?? 6} />}
        empty={
          <NoClassrooms
            why={categoryId ? 'このカテゴリーで開催中の教室はありません。' : '開催中の教室があると、ここに並びます。'}
          />
        }
      >
        {(classrooms) => (
          <div className={styles.live}>
            {classrooms.slice(0, max).map((classroom) => (
              <LiveMediaCard
                key={classroom.id}
                classroom={classroom}
                categoryName={categoryName(classroom.categoryId)}
              />
            ))}
          </div>
        )}
      </PagedList>
    </Section>
  );
}
