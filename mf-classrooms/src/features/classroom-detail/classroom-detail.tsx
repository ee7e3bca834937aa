import type { ClassroomDetail as Classroom } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { PageBody } from '@manabiba/shared/ui/page-body';
import type { ReactNode } from 'react';

import { BottomBar } from './bottom-bar';
import { ClassroomHeader } from './classroom-header';
import { ClassroomPanel } from './classroom-panel';
import { Description } from './description';
import { HowToJoin } from './joining/how-to-join';
import type { JoinProps } from './joining/join-action';
import { ReservedPeople } from './reserving/reserved-people';

import styles from './classroom-detail.module.css';

interface ClassroomDetailProps extends JoinProps {
  classroom: Classroom;
  /** The viewer's key for a private classroom. */
  classroomKey: string | undefined;
  /** For hosts and co-hosts. */
  hostTools: ReactNode;
  /** Shown once the class has ended. */
  ended: ReactNode;
  comments: ReactNode;
  /** What moves nothing when it comes, at the end of the page. */
  end: ReactNode;
}

const loadOthers = () => import('./other-classrooms').then(({ OtherClassrooms }) => OtherClassrooms);

/** The page of a classroom before, during and after it. */
export function ClassroomDetail({
  classroom,
  classroomKey,
  hostTools,
  ended,
  onJoin,
  comments,
  end,
}: ClassroomDetailProps) {
  const isOver = classroom.state === 'ended' || classroom.state === 'cancelled';
  // Whoever attended finds the host's other classrooms above, with what the class was for them.
  const isSummed = classroom.state === 'ended' && classroom.myRole !== null;
  return (
    <div className={styles.page}>
      <PageBody className={styles.detail}>
        <article className={styles.article}>
          <div className={styles.head}>
            <ClassroomHeader classroom={classroom} />
          </div>
          {/* Where it stands on a phone: what comes later in the HTML moves nothing that is painted. */}
          <aside className={styles.aside} aria-label="日時と予約">
            <ClassroomPanel classroom={classroom} classroomKey={classroomKey} hostTools={hostTools} onJoin={onJoin} />
          </aside>
          <div className={styles.rest}>
            {classroom.state === 'ended' && ended}
            <Description text={classroom.description} />
            {!isOver && <HowToJoin classroom={classroom} />}
            {!isOver && <ReservedPeople classroom={classroom} classroomKey={classroomKey} />}
            {comments}
            {isOver && !isSummed && <LazyPart load={loadOthers} props={{ classroom }} />}
            {end}
          </div>
        </article>
      </PageBody>
      <BottomBar classroom={classroom} classroomKey={classroomKey} onJoin={onJoin} />
    </div>
  );
}
