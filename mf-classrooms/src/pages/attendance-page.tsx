import { useParams } from '@manabiba/shared/platform';

import { Attendance } from '../features/attendance/attendance';

/** /classrooms/{id}/attendance: who was in a class and for how long, for whoever looks after it. */
export function AttendancePage() {
  const { id = '' } = useParams();
  return <Attendance key={id} classroomId={id} />;
}
