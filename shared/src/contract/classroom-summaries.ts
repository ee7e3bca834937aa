import * as z from 'zod/mini';

import { roomRole } from './classrooms';
import { endpoint } from './endpoint';
import { count, id } from './primitives';

export const classroomSummary = z.object({
  role: roomRole,
  /** How long the viewer was in the room, in seconds. */
  secondsPresent: count,
  /**
   * How many classrooms of this host the viewer has attended in a row, this one included. Null for the host, for anonymous
   * visitors and for the room of an event.
   */
  attendedInARow: z.nullable(count),
  /** How many people were in the room besides the host. */
  attendeeCount: count,
  recording: z.enum(['none', 'processing', 'review', 'published', 'failed']),
});
export type ClassroomSummary = z.output<typeof classroomSummary>;

export const getClassroomSummary = endpoint({
  name: 'getClassroomSummary',
  isExtension: true,
  method: 'GET',
  path: '/classrooms/{id}/summary',
  summary:
    'Returns what an ended class was for the caller: the time attended, the classes of its host attended in a row, the state of the recording. Only for those who attended it.',
  access: { session: 'visitor' },
  params: z.object({ id }),
  response: classroomSummary,
  errors: ['not_found', 'kicked', 'role_required', 'conflict'],
  tags: ['Classroom'],
});
