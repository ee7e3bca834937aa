import * as z from 'zod/mini';

import { classroomBoard } from './classroom-board';
import { quotedComment } from './classroom-comments';
import { classroomSplit } from './classroom-groups';
import { pollKind, pollResults } from './classroom-polls';
import { classroomState, roomRole } from './classrooms';
import { count, id, iso } from './primitives';

/*
 * The schemas of a room's live documents, written by the api and parsed by browsers. They never contain a user's age,
 * address or school.
 */

export const reactionName = z.enum(['clap', 'like', 'laugh', 'surprise', 'question', 'raise_hand']);
export type ReactionName = z.output<typeof reactionName>;
export const connectionQuality = z.enum(['good', 'poor', 'lost']);
export type ConnectionQuality = z.output<typeof connectionQuality>;

/** How many of the newest comments the live collection holds; older ones are paginated. */
export const LIVE_COMMENTS = 100;
/** How many questions a room shows live, those with the most votes first. */
export const LIVE_QUESTIONS = 200;

/** A question or comment over the stage. */
export const pinnedDoc = z.object({
  kind: z.enum(['question', 'comment']),
  id,
  /** Null when the author has left the service. */
  userId: z.nullable(id),
  nickname: z.string(),
  body: z.string(),
  pinnedAt: iso,
});
export type PinnedDoc = z.output<typeof pinnedDoc>;

/** The PDF on the stage, and its page there. */
export const presentationDoc = z.object({
  materialId: id,
  title: z.string(),
  /** Who turns the pages. */
  presenterId: id,
  page: count,
  pageCount: count,
  /** Everybody may turn to later pages for themselves. */
  mayLookAhead: z.boolean(),
});
export type PresentationDoc = z.output<typeof presentationDoc>;

/** rooms/{classroomId} */
export const roomDoc = z.object({
  id,
  state: classroomState,
  hostId: id,
  startedAt: z.nullable(iso),
  /** When the 45 minutes are over. The room stays open for at most five more minutes. */
  endAt: iso,
  audienceMode: z.boolean(),
  /** Closed to newcomers, either by the host or because minors are present without a host. */
  locked: z.boolean(),
  /**
   * Locked because it is a guarded room, which ends when a verified adult host or co-host enters. Absent in documents
   * of an older release.
   */
  isGuarded: z._default(z.boolean(), false),
  recording: z.boolean(),
  /** Whether those who have not spoken yet come first in the queue of hands. Absent in documents of an older api. */
  newVoicesFirst: z._default(z.boolean(), false),
  /** Updated at most once a second. */
  participantCount: count,
  /** People in the lobby waiting for the host. */
  waitingCount: count,
  /** Set when 5 minutes and 1 minute are left, and to 0 when the time is over. */
  minutesLeft: z.nullable(z.union([z.literal(5), z.literal(1), z.literal(0)])),
  /** What the host has put over the stage. Absent in documents of an older api. */
  pinned: z._default(z.nullable(pinnedDoc), null),
  /** What is presented on the stage. Absent in documents of an older api. */
  presentation: z._default(z.nullable(presentationDoc), null),
  /** The files and links of the class. Absent in documents of an older api. */
  materialCount: z._default(count, 0),
  version: count,
  updatedAt: iso,
});
export type RoomDoc = z.output<typeof roomDoc>;

/** rooms/{classroomId}/users/{id}, ordered by joinedAt. */
export const roomUserDoc = z.object({
  id,
  nickname: z.string(),
  avatarUrl: z.nullable(z.string()),
  /** A visitor without an account, who has no profile to link to. */
  isAnonymous: z.boolean(),
  /**
   * Whether the name links to a profile: false for visitors, for users aged 12 or under, and for anyone else with an
   * empty profile, so that it reveals no age. Absent in documents of an older api, and in the join response.
   */
  hasProfile: z.optional(z.boolean()),
  role: roomRole,
  reactionName: z.nullable(reactionName),
  reactionAt: z.nullable(iso),
  /** Orders the queue of raised hands. */
  handRaisedAt: z.nullable(iso),
  /** Has had an open microphone or the permission to speak in this class. Absent in documents of an older api. */
  hasSpoken: z.optional(z.boolean()),
  isMuted: z.boolean(),
  mutedByHost: z.boolean(),
  isCameraOn: z.boolean(),
  isScreenOn: z.boolean(),
  connection: connectionQuality,
  joinedAt: iso,
  /** Increases when the user moves to another window: a window that joined with a lower value has lost its seat. */
  seat: count,
  /** May publish nothing until they agree to the recording. Absent in documents of an older api. */
  awaitsConsent: z.optional(z.boolean()),
});
export type RoomUserDoc = z.output<typeof roomUserDoc>;

/** rooms/{classroomId}/comments/{id}: the newest comments, without deleted ones. */
export const roomCommentDoc = z.object({
  id,
  /** Null when the author has left the service. */
  userId: z.nullable(id),
  nickname: z.string(),
  avatarUrl: z.nullable(z.string()),
  body: z.string(),
  createdAt: iso,
  /** Absent in documents of an older api, like the following field. */
  editedAt: z._default(z.nullable(iso), null),
  replyTo: z._default(z.nullable(quotedComment), null),
});
export type RoomCommentDoc = z.output<typeof roomCommentDoc>;

/** rooms/{classroomId}/questions/{id}: the open and the answered ones. */
export const roomQuestionDoc = z.object({
  id,
  /** Null when the author has left the service. */
  userId: z.nullable(id),
  nickname: z.string(),
  avatarUrl: z.nullable(z.string()),
  body: z.string(),
  state: z.enum(['open', 'answered']),
  /** Updated at most once a second. */
  voteCount: count,
  /** What the host wrote; empty when the answer was only spoken. */
  answer: z.string(),
  createdAt: iso,
});
export type RoomQuestionDoc = z.output<typeof roomQuestionDoc>;
/** rooms/{classroomId}/polls/{id}: the polls that were opened, ordered by openedAt. */
export const roomPollDoc = z.object({
  id,
  kind: pollKind,
  question: z.string(),
  options: z.array(z.string()),
  isNamed: z.boolean(),
  /** As of `updatedAt`; one with a timer is closed from `closesAt` on. */
  state: z.enum(['open', 'closed']),
  openedAt: iso,
  /** When it closes or has closed. Null while it is open until the host closes it. */
  closesAt: z.nullable(iso),
  isShown: z.boolean(),
  /** Updated at most once a second. */
  answerCount: count,
  /** The right answers; empty: it is no quiz. Null until the results are shown. */
  correct: z.nullable(z.array(count)),
  /** Null until the host shows them. */
  results: z.nullable(pollResults),
  updatedAt: iso,
});
export type RoomPollDoc = z.output<typeof roomPollDoc>;

/** rooms/{classroomId}/splits/{id}: the division of the room into groups; there is none while everybody is together. */
export const roomSplitDoc = z.extend(classroomSplit, { updatedAt: iso });
export type RoomSplitDoc = z.output<typeof roomSplitDoc>;

/** rooms/{classroomId}/board/state: there is none before the board is opened for the first time. */
export const roomBoardDoc = z.extend(classroomBoard, { id, updatedAt: iso });
export type RoomBoardDoc = z.output<typeof roomBoardDoc>;

/** rooms/{classroomId}/boardElements/{id}: everything on the board, and what is left of erased elements. */
export const roomBoardElementDoc = z.object({
  id: z.string(),
  epoch: count,
  /** A `boardChange` as JSON: live documents hold no lists of lists. */
  json: z.string(),
});
export type RoomBoardElementDoc = z.output<typeof roomBoardElementDoc>;

/** people/{userId}, readable only by its owner. */
export const personDoc = z.object({ id, unreadNotificationCount: count, updatedAt: iso });
export type PersonDoc = z.output<typeof personDoc>;

/** The paths of the live documents. */
export const livePaths = {
  room: (classroomId: string) => `rooms/${classroomId}`,
  roomUsers: (classroomId: string) => `rooms/${classroomId}/users`,
  roomComments: (classroomId: string) => `rooms/${classroomId}/comments`,
  roomQuestions: (classroomId: string) => `rooms/${classroomId}/questions`,
  roomPolls: (classroomId: string) => `rooms/${classroomId}/polls`,
  roomSplits: (classroomId: string) => `rooms/${classroomId}/splits`,
  roomBoard: (classroomId: string) => `rooms/${classroomId}/board/state`,
  roomBoardElements: (classroomId: string) => `rooms/${classroomId}/boardElements`,
  person: (userId: string) => `people/${userId}`,
} as const;

/** Path of the document that exists while a user's session may subscribe to anything. Only the rules read it. */
export const listeningSessionPath = (userId: string, sessionId: string) =>
  `${livePaths.person(userId)}/sessions/${sessionId}`;
