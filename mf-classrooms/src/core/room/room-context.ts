import type { ClassroomDetail, RoomRole } from '@manabiba/shared/contract/classrooms';

/** What every part of a live room is told: which room it is, and as what one is in it. */
export interface RoomPartProps {
  classroom: ClassroomDetail;
  /** The key that the viewer came with, for a private classroom. */
  classroomKey: string | undefined;
  /** One's own role now; it changes when the host changes it. */
  role: RoomRole;
  /** Whether people can be heard and seen here. Without a media engine there are comments, reactions, hands and roles. */
  hasMedia: boolean;
}

/** One's stay in a room, from joining until leaving. */
export interface RoomContext {
  /** The role one came in with; the live documents know the present one. */
  role: RoomRole;
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  clockAheadMs: number;
  hasMedia: boolean;
  leave: () => void;
  /** The host has ended the class by a call of their own. */
  finish: () => void;
  /** What the heartbeats say of one's microphone from now on. */
  keepMuted: (isMuted: boolean) => void;
}
