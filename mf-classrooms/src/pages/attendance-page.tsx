import { useParams } from '@manabiba/shared/platform';

import { ReceivedRatings } from '../features/after-class/received-ratings';
import { Attendance } from '../features/attendance/attendance';
import { ClassPolls } from '../features/polls/class-polls';
import { QuestionRecords } from '../features/questions/question-records';

/** /classrooms/{id}/attendance: who attended a class and for how long, and what they said, for those who manage it. */
export function AttendancePage() {
  const { id = '' } = useParams();
  return (
    <Attendance
      key={id}
      classroomId={id}
      ratings={() => <ReceivedRatings classroomId={id} />}
      polls={(classroom) => <ClassPolls classroom={classroom} />}
      questions={(classroom) => <QuestionRecords classroom={classroom} />}
    />
  );
}
