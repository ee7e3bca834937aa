import { PagedList } from '@manabiba/shared/ui/paged-list';
import { Section } from '@manabiba/shared/ui/section';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';

import { Agenda } from '../../core/timetable/agenda';
import { NoClassrooms } from './no-classrooms';
import type { ClassroomList } from './use-classroom-lists';

/** 終了: ended classrooms, newest first. */
export function EndedList({ list, categoryName }: { list: ClassroomList; categoryName: (id: string) => string }) {
  return (
    <Section title="終了">
      <PagedList
        list={list}
        name="終了した教室"
        skeleton={<SkeletonTimetable count={6} />}
        empty={<NoClassrooms why="教室が終わると、ここに並びます。" />}
      >
        {(classrooms) => <Agenda classrooms={classrooms} categoryName={categoryName} />}
      </PagedList>
    </Section>
  );
}
