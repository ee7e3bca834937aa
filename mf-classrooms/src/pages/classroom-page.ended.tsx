import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { LazyPart } from '@manabiba/shared/loading/lazy-part';

import { AfterClass } from '../features/after-class/after-class';
import { ClassBoard } from '../features/board/class-board';
import { ClassMessages } from '../features/class-messages/class-messages';
import { EndedArchive } from '../features/classroom-detail/ended-archive';
import { OtherClassrooms } from '../features/classroom-detail/other-classrooms';
import { MaterialsOfPage } from '../features/materials/materials-of-page';
import { ClassPolls } from '../features/polls/class-polls';
import { ClassQuestions } from '../features/questions/class-questions';
import { loadRatings } from '../features/ratings/load-ratings';
import { NextDate } from '../features/series/next-date';

interface EndedClassProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/** What only the page of an ended classroom shows: for whoever attended it what it was, the materials, the ratings, the questions, its archive, and the host's next ones. */
export function EndedClass({ classroom, classroomKey }: EndedClassProps) {
  const { id, eventId, archiveId, myRole, series } = classroom;
  const rated = { ratedKind: eventId === null ? 'classroom' : 'event', ratedId: eventId ?? id } as const;
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
      {myRole !== null && (
        <>
          <MaterialsOfPage classroom={classroom} classroomKey={classroomKey} />
          <LazyPart load={loadRatings} props={{ ...rated, classroomKey }} />
        </>
      )}
      <ClassMessages classroom={classroom} />
      <ClassQuestions classroom={classroom} classroomKey={classroomKey} />
      {archiveId !== null && <EndedArchive archiveId={archiveId} />}
      {myRole !== null && series && <NextDate classroomId={id} series={series} />}
      {myRole !== null && <OtherClassrooms classroom={classroom} />}
    </>
  );
}
