import type { RoomCommentDoc, RoomDoc, RoomQuestionDoc, RoomUserDoc } from '@manabiba/shared/contract/room-documents';
import { inMinutes } from '@manabiba/shared/testing/builders';

let count = 0;
const next = (prefix: string) => `${prefix}_${String(++count).padStart(4, '0')}`;

/** A listener who has just joined, muted. */
export function aRoomUser(changes: Partial<RoomUserDoc> = {}): RoomUserDoc {
  return {
    id: next('usr'),
    nickname: '森 拓海',
    avatarUrl: null,
    isAnonymous: false,
    role: 'listener',
    reactionName: null,
    reactionAt: null,
    handRaisedAt: null,
    isMuted: true,
    mutedByHost: false,
    isCameraOn: false,
    isScreenOn: false,
    connection: 'good',
    joinedAt: inMinutes(-5),
    seat: 1,
    ...changes,
  };
}

/** A live room that started 20 minutes ago. */
export function aRoom(changes: Partial<RoomDoc> = {}): RoomDoc {
  return {
    id: 'cls_0001',
    state: 'live',
    hostId: 'usr_host',
    startedAt: inMinutes(-20),
    endAt: inMinutes(25),
    audienceMode: true,
    locked: false,
    isGuarded: false,
    recording: false,
    participantCount: 1,
    waitingCount: 0,
    minutesLeft: null,
    pinned: null,
    presentation: null,
    version: 1,
    updatedAt: inMinutes(0),
    ...changes,
  };
}

/** A visible comment. Each one is a second later than the one before. */
export function aRoomComment(changes: Partial<RoomCommentDoc> = {}): RoomCommentDoc {
  const id = next('com');
  return {
    id,
    userId: 'usr_other',
    nickname: '西 ことね',
    avatarUrl: null,
    body: '図で見るとわかります。',
    createdAt: new Date(Date.UTC(2026, 10, 21, 9, 0, count)).toISOString(),
    editedAt: null,
    replyTo: null,
    ...changes,
  };
}

/** An open question of another participant. */
export function aRoomQuestion(changes: Partial<RoomQuestionDoc> = {}): RoomQuestionDoc {
  return {
    id: next('que'),
    userId: 'usr_other',
    nickname: '西 ことね',
    avatarUrl: null,
    body: '負の角度も同じように考えてよいですか。',
    state: 'open',
    voteCount: 0,
    answer: '',
    createdAt: inMinutes(-3),
    ...changes,
  };
}
