import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';

import { Comments } from '../features/comments/detail/comments';

import styles from '../features/classroom-detail/classroom-detail.module.css';

interface BelowDescriptionProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

const loadMaterials = () =>
  import(/* webpackChunkName: "materials" */ '../features/materials/class-materials').then(
    ({ ClassMaterials }) => ClassMaterials,
  );

/** What is below the description: materials until the class ends, and comments. */
export function BelowDescription({ classroom, classroomKey }: BelowDescriptionProps) {
  return (
    <>
      {classroom.state !== 'ended' && <LazyPart load={loadMaterials} props={{ classroom, classroomKey }} />}
      <section className={styles.section} aria-label="コメント">
        <Comments classroom={classroom} classroomKey={classroomKey} />
      </section>
    </>
  );
}
