import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { Link, paths, useEndpoint } from '@manabiba/shared/platform';
import { buttonClass } from '@manabiba/shared/ui/button';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import { MoreLabel, moreLinkClass } from '@manabiba/shared/ui/text-link';

import { useCategories } from '../../core/classroom/use-categories';
import { Timetable } from '../../core/timetable/timetable';
import { neighboursStand } from './neighbours-stand';
import { topDays } from './top-days';

/** まもなく始まる教室: a timetable of the next two days. */
export function UpcomingSection() {
  const { data, error, retry } = useEndpoint(listClassrooms, { query: { state: 'scheduled' } });
  const { categoryName } = useCategories();
  return (
    <Section
      title="まもなく始まる教室"
      more={
        <Link
          className={moreLinkClass}
          to={paths.classrooms.href({}, { state: 'scheduled' })}
          aria-label="まもなく始まる教室をすべて見る"
        >
          <MoreLabel />
        </Link>
      }
    >
      {data && data.items.length > 0 && <Timetable days={topDays(data.items)} categoryName={categoryName} />}
      {data?.items.length === 0 && (
        <EmptyState
          title="まだ教室はありません。"
          action={
            <Link className={buttonClass()} to={paths.classrooms.href({}, { state: 'ended' })}>
              終了した教室を見る
            </Link>
          }
        >
          これから始まる教室があると、ここに並びます。
        </EmptyState>
      )}
      {!data && !error && <SkeletonTimetable count={8} columns={2} />}
      {!data && error && (
        <ErrorState title="まもなく始まる教室を表示できませんでした。" hint={neighboursStand} onRetry={retry} />
      )}
    </Section>
  );
}
