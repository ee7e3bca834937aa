import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';

import { ClassMessages } from '../features/class-messages/class-messages';
import { Comments } from '../features/comments/detail/comments';
import { MaterialsOfPage } from '../features/materials/materials-of-page';
import { loadRatings } from '../features/ratings/load-ratings';
import { NextDate } from '../features/series/next-date';

import styles from '../features/classroom-detail/classroom-detail.module.css';

interface BelowDescriptionProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/** The comments, below the description. */
export function BelowDescription({ classroom, classroomKey }: BelowDescriptionProps) {
  return (
    <section className={styles.section} aria-label="コメント">
      <Comments classroom={classroom} classroomKey={classroomKey} />
    </section>
  );
}

/** Messages of the host, materials and ratings, at the end of the page, where they move nothing. Whoever attended finds them above. */
export function EndOfPage({ classroom, classroomKey }: BelowDescriptionProps) {
  const { id, eventId, state, myRole, series } = classroom;
  const hasEnded = state === 'ended';
  if (hasEnded && myRole !== null) return null;
  const rated = { ratedKind: eventId === null ? 'classroom' : 'event', ratedId: eventId ?? id } as const;
  return (
    <>
      {!hasEnded && <ClassMessages classroom={classroom} />}
      {series && <NextDate classroomId={id} series={series} />}
      <MaterialsOfPage classroom={classroom} classroomKey={classroomKey} />
      {hasEnded && <LazyPart load={loadRatings} props={{ ...rated, classroomKey }} />}
    </>
  );
}
