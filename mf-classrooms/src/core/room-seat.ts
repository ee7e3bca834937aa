import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';

/** What every part of a live room is told: which room it is, and as what one is in it. */
export interface RoomPartProps {
  classroom: ClassroomDetail;
  /** The key that the viewer came with, for a private classroom. */
  classroomKey: string | undefined;
  /** One's own role now; it changes when the host changes it. */
  role: RoomRole;
}
