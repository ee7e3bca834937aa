import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';

import { AfterClass } from '../features/after-class/after-class';
import { ClassBoard } from '../features/board/class-board';
import { EndedArchive } from '../features/classroom-detail/ended-archive';
import { OtherClassrooms } from '../features/classroom-detail/other-classrooms';
import { ClassPolls } from '../features/polls/class-polls';
import { ClassQuestions } from '../features/questions/class-questions';

interface EndedClassProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/** What only the page of an ended classroom shows: for whoever attended it what it was, the questions, its archive, and the host's next ones. */
export function EndedClass({ classroom, classroomKey }: EndedClassProps) {
  const { archiveId, myRole } = classroom;
  return (
    <>
      {myRole !== null && (
        <AfterClass
          classroom={classroom}
          polls={
            <>
              <ClassBoard classroom={classroom} />
              <ClassPolls classroom={classroom} />
            </>
          }
        />
      )}
      <ClassQuestions classroom={classroom} classroomKey={classroomKey} />
      {archiveId !== null && <EndedArchive archiveId={archiveId} />}
      {myRole !== null && <OtherClassrooms classroom={classroom} />}
    </>
  );
}
