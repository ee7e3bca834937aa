import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { paths } from '@manabiba/shared/platform';

/**
 * Returns the URL of a classroom's page. The key of a private classroom is included only when the viewer came with it.
 */
export function classroomHref(classroom: Pick<Classroom, 'id'>, key?: string): string {
  return paths.classroom.href({ id: classroom.id }, key ? { key } : undefined);
}

/** The path of a classroom's attendance page. */
export const attendanceHref = (classroomId: string) => `${paths.classroom.href({ id: classroomId })}/attendance`;
