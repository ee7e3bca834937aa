import { formatCount } from '@manabiba/shared/format/count';
import { groupByDay } from '@manabiba/shared/format/group-by-day';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';

import { Timetable } from '../../core/timetable/timetable';
import { NoClassrooms, type NoClassroomsProps } from './no-classrooms';
import type { ClassroomList } from './use-classroom-lists';

interface UpcomingListProps {
  list: ClassroomList;
  title?: string;
  empty: NoClassroomsProps;
  categoryName: (id: string) => string;
}

/** 開催前: a timetable by day. */
export function UpcomingList({ list, title = '開催前', empty, categoryName }: UpcomingListProps) {
  const { totalCount } = list;
  return (
    <Section title={title} count={totalCount ? `${formatCount(totalCount)}の教室` : undefined}>
      <PagedList
        list={list}
        name="開催前の教室"
        skeleton={<SkeletonTimetable count={8} columns={2} />}
        empty={<NoClassrooms {...empty} />}
      >
        {(classrooms) => (
          <Timetable days={groupByDay(classrooms, ({ startAt }) => startAt)} categoryName={categoryName} />
        )}
      </PagedList>
    </Section>
  );
}
