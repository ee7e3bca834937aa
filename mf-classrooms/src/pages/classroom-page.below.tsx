import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';

import { isModerator } from '../core/room/room-rights';
import { Comments } from '../features/comments/detail/comments';
import { loadMaterials } from '../features/materials/load-materials';
import { loadRatings } from '../features/ratings/load-ratings';

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

/** Materials and ratings, at the end of the page, where they move nothing. Whoever attended finds them above. */
export function EndOfPage({ classroom, classroomKey }: BelowDescriptionProps) {
  const { id, eventId, state, myRole, hasMaterials } = classroom;
  const hasEnded = state === 'ended';
  if (hasEnded && myRole !== null) return null;
  const rated = { ratedKind: eventId === null ? 'classroom' : 'event', ratedId: eventId ?? id } as const;
  return (
    <>
      {(hasMaterials || isModerator(myRole)) && <LazyPart load={loadMaterials} props={{ classroom, classroomKey }} />}
      {hasEnded && <LazyPart load={loadRatings} props={{ ...rated, classroomKey }} />}
    </>
  );
}
