import { useParams } from '@manabiba/shared/platform';

import { Attendance } from '../features/attendance/attendance';

/** /classrooms/{id}/attendance: who attended a class and for how long, for those who manage it. */
export function AttendancePage() {
  const { id = '' } = useParams();
  return <Attendance key={id} classroomId={id} />;
}
