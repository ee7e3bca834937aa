import type { BoardElement } from '@manabiba/shared/contract/board-elements';
import type {
  RoomBoardDoc,
  RoomCommentDoc,
  RoomDoc,
  RoomQuestionDoc,
  RoomUserDoc,
} from '@manabiba/shared/contract/room-documents';
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
    newVoicesFirst: false,
    participantCount: 1,
    waitingCount: 0,
    minutesLeft: null,
    pinned: null,
    presentation: null,
    materialCount: 0,
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

/** An open board on which only host and co-hosts draw. */
export function aBoard(changes: Partial<RoomBoardDoc> = {}): RoomBoardDoc {
  return {
    id: 'cls_0001',
    isOpen: true,
    access: 'hosts',
    drawerIds: [],
    epoch: 0,
    canRestore: false,
    updatedAt: inMinutes(0),
    ...changes,
  };
}

/** A rectangle on the board. */
export function aBoardElement(changes: object = {}): BoardElement {
  return {
    id: next('el'),
    type: 'rectangle',
    version: 1,
    versionNonce: 10,
    x: 0,
    y: 0,
    width: 200,
    height: 100,
    angle: 0,
    strokeColor: '#1e1e1e',
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: 2,
    strokeStyle: 'solid',
    roughness: 1,
    roundness: null,
    opacity: 100,
    seed: 1,
    index: 'a0',
    isDeleted: false,
    groupIds: [],
    boundElements: null,
    locked: false,
    ...changes,
  } as BoardElement;
}

/** A text on the board. */
export const aBoardText = (text: string, changes: object = {}): BoardElement =>
  aBoardElement({
    type: 'text',
    text,
    originalText: text,
    fontSize: 20,
    textAlign: 'left',
    verticalAlign: 'top',
    containerId: null,
    autoResize: true,
    lineHeight: 1.25,
    ...changes,
  });
