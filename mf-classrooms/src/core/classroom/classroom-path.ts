import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { paths } from '@manabiba/shared/platform';

/** Where a classroom's page is. The key of a private one is only passed on when the viewer came with it. */
export function classroomHref(classroom: Pick<Classroom, 'id'>, key?: string): string {
  return paths.classroom.href({ id: classroom.id }, key ? { key } : undefined);
}

/** Where it stands who was in a classroom and for how long. */
export const attendanceHref = (classroomId: string) => `${paths.classroom.href({ id: classroomId })}/attendance`;
