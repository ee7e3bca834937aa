import type { Classroom, ClassroomState } from '@manabiba/shared/contract/classrooms';
import { listClassrooms } from '@manabiba/shared/data/endpoints';
import { type SlotParams, useEndpointPages } from '@manabiba/shared/platform';
import { EmptyState } from '@manabiba/shared/ui/empty-state';
import { PagedList } from '@manabiba/shared/ui/paged-list';
import { SkeletonTimetable } from '@manabiba/shared/ui/skeleton-timetable';
import type { ReactNode } from 'react';

import { LiveMediaCard } from '../../core/classroom/live-media-card';
import { useCategories } from '../../core/classroom/use-categories';
import { Agenda } from '../../core/timetable/agenda';

import styles from './user-classrooms.module.css';

/** A host's classrooms on their profile: live, upcoming, past. The api returns them in this order. */
export function UserClassrooms({ userId }: SlotParams<'user-classrooms'>) {
  return <ClassroomsOf key={userId} userId={userId} />;
}

function ClassroomsOf({ userId }: { userId: string }) {
  const list = useEndpointPages(listClassrooms, { query: { userId } });
  const { categoryName } = useCategories();
  return (
    <PagedList
      list={list}
      name="教室"
      skeleton={<SkeletonTimetable count={8} />}
      empty={
        <EmptyState title="まだ教室はありません。" level={2}>
          教室を開くと、ここに並びます。
        </EmptyState>
      }
    >
      {(classrooms) => <ByState classrooms={classrooms} categoryName={categoryName} />}
    </PagedList>
  );
}

interface ByStateProps {
  classrooms: readonly Classroom[];
  categoryName: (id: string) => string;
}

function ByState({ classrooms, categoryName }: ByStateProps) {
  const inState = (state: ClassroomState) => classrooms.filter((classroom) => classroom.state === state);
  return (
    <>
      <Part title="開催中" classrooms={inState('live')}>
        {(live) => (
          <div className={styles.live}>
            {live.map((classroom) => (
              <LiveMediaCard
                key={classroom.id}
                classroom={classroom}
                categoryName={categoryName(classroom.categoryId)}
              />
            ))}
          </div>
        )}
      </Part>
      <Part title="これから" classrooms={inState('scheduled')}>
        {(upcoming) => <Agenda classrooms={upcoming} categoryName={categoryName} hasHost={false} />}
      </Part>
      <Part title="終了" classrooms={inState('ended')}>
        {(ended) => <Agenda classrooms={ended} categoryName={categoryName} hasHost={false} />}
      </Part>
    </>
  );
}

function Part({
  title,
  classrooms,
  children,
}: {
  title: string;
  classrooms: Classroom[];
  children: (classrooms: Classroom[]) => ReactNode;
}) {
  if (classrooms.length === 0) return null;
  return (
    <section className={styles.part} aria-label={title}>
      <h2>{title}</h2>
      {children(classrooms)}
    </section>
  );
}
