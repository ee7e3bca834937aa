import * as z from 'zod/mini';

import { classroomState, roomRole } from './classrooms';
import { count, id, iso } from './primitives';

/*
 * What stands in the live documents of a room. The api writes them, browsers parse them with these schemas. Nothing
 * of a person's age, address or school is ever in them.
 */

export const reactionName = z.enum(['clap', 'like', 'laugh', 'surprise', 'question', 'raise_hand']);
export type ReactionName = z.output<typeof reactionName>;
export const connectionQuality = z.enum(['good', 'poor', 'lost']);
export type ConnectionQuality = z.output<typeof connectionQuality>;

/** How many of the newest comments the live collection holds; older ones come by pages. */
export const LIVE_COMMENTS = 100;

/** rooms/{classroomId} */
export const roomDoc = z.object({
  id,
  state: classroomState,
  hostId: id,
  startedAt: z.nullable(iso),
  /** When the 45 minutes are over. It goes on for five more minutes at most. */
  endAt: iso,
  audienceMode: z.boolean(),
  /** Nobody new may enter, be it by the host's wish or because minors are without a host. */
  locked: z.boolean(),
  /** Of these two the latter: it ends when a verified adult looks after the room. Documents of an older release do not say. */
  isGuarded: z._default(z.boolean(), false),
  recording: z.boolean(),
  /** Moves at most once a second. */
  participantCount: count,
  /** People who knock and wait for the host. */
  waitingCount: count,
  /** Set when 5 and when 1 minute is left, 0 when the time is over. */
  minutesLeft: z.nullable(z.union([z.literal(5), z.literal(1), z.literal(0)])),
  version: count,
  updatedAt: iso,
});
export type RoomDoc = z.output<typeof roomDoc>;

/** rooms/{classroomId}/users/{id}, ordered by joinedAt. */
export const roomUserDoc = z.object({
  id,
  nickname: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** A visitor without an account: has no profile to lead to. */
  isAnonymous: z.boolean(),
  /**
   * Whether their name leads to a profile: not of visitors, not of people of 12 or under, and not of anybody else who has
   * written nothing about themselves. So it says nothing of an age. Absent in documents of an older api, and in the answer to joining.
   */
  hasProfile: z.optional(z.boolean()),
  role: roomRole,
  reactionName: z.nullable(reactionName),
  reactionAt: z.nullable(iso),
  /** The queue of raised hands goes by this. */
  handRaisedAt: z.nullable(iso),
  isMuted: z.boolean(),
  mutedByHost: z.boolean(),
  isCameraOn: z.boolean(),
  isScreenOn: z.boolean(),
  connection: connectionQuality,
  joinedAt: iso,
  /** Rises when the person goes on in another window: a window that joined with a lower one is out. */
  seat: count,
});
export type RoomUserDoc = z.output<typeof roomUserDoc>;

/** rooms/{classroomId}/comments/{id}: the newest, deleted ones are gone. */
export const roomCommentDoc = z.object({
  id,
  /** Null when its author has left the service. */
  userId: z.nullable(id),
  nickname: z.string(),
  avatarUrl: z.nullable(z.string()),
  body: z.string(),
  createdAt: iso,
});
export type RoomCommentDoc = z.output<typeof roomCommentDoc>;

/** people/{userId}, for its owner alone. */
export const personDoc = z.object({ id, unreadNotificationCount: count, updatedAt: iso });
export type PersonDoc = z.output<typeof personDoc>;

/** Where the live documents are. */
export const livePaths = {
  room: (classroomId: string) => `rooms/${classroomId}`,
  roomUsers: (classroomId: string) => `rooms/${classroomId}/users`,
  roomComments: (classroomId: string) => `rooms/${classroomId}/comments`,
  person: (userId: string) => `people/${userId}`,
} as const;

/** Stands for as long as a session of a person may listen to anything. Nobody but the rules reads it. */
export const listeningSessionPath = (userId: string, sessionId: string) =>
  `${livePaths.person(userId)}/sessions/${sessionId}`;
