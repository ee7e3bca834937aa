import type { RoomRole } from '@manabiba/shared/contract/classrooms';
import type { EndpointOutput } from '@manabiba/shared/contract/endpoint';
import type { JoinObstacle, prepareClassroom } from '@manabiba/shared/contract/rooms';
import type { ApiError } from '@manabiba/shared/platform';

import type { MediaSession } from '../../media/session/media-session';

export type Preparation = EndpointOutput<typeof prepareClassroom>;

/** The room of a session, and how it is entered. */
export interface RoomSessionOptions {
  classroomId: string;
  classroomKey: string | undefined;
  /** Joins at once: whoever only listens has nothing to choose before. */
  onlyListens: boolean;
}

/** The state of a room session. */
export type RoomSessionState =
  | { phase: 'entering' }
  /** The room has voice and video: the user checks microphone and camera, then clicks 参加する. */
  | { phase: 'ready'; preparation: Preparation }
  /** In the lobby until the host admits. */
  | { phase: 'waiting' }
  | {
      phase: 'inside';
      role: RoomRole;
      seat: number;
      clockAheadMs: number;
      hasMedia: boolean;
      /** Voice and video; null until their code has loaded, or if the room has none. */
      media: MediaSession | null;
      /** Whether this user has agreed to be recorded. */
      hasConsented: boolean;
    }
  /** Another window of the same person has the seat. */
  | { phase: 'elsewhere' }
  | { phase: 'refused'; reason: JoinObstacle }
  | { phase: 'kicked' }
  | { phase: 'ended' }
  | { phase: 'left' }
  | { phase: 'failed'; error: ApiError };
