import { LazyPart } from '@manabiba/shared/loading/lazy-part';
import { useParams } from '@manabiba/shared/platform';

import { Attendance } from '../features/attendance/attendance';
import { ClassPolls } from '../features/polls/class-polls';
import { QuestionRecords } from '../features/questions/question-records';
import { loadRatings } from '../features/ratings/load-ratings';

/** /classrooms/{id}/attendance: who attended a class and for how long, and what they said, for those who manage it. */
export function AttendancePage() {
  const { id = '' } = useParams();
  return (
    <Attendance
      key={id}
      classroomId={id}
      ratings={() => <LazyPart load={loadRatings} props={{ ratedKind: 'classroom', ratedId: id }} />}
      polls={(classroom) => <ClassPolls classroom={classroom} />}
      questions={(classroom) => <QuestionRecords classroom={classroom} />}
    />
  );
}
