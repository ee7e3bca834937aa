import type { ClassroomQuestion } from '@manabiba/shared/contract/classroom-questions';
import type { RoomQuestionDoc } from '@manabiba/shared/contract/room-documents';

/** A question as it is shown, live or after the class. */
export interface QuestionView extends RoomQuestionDoc {
  isMine: boolean;
  hasVoted: boolean;
  /** Whether the viewer has blocked the author; the words are then hidden until revealed. */
  isBlocked: boolean;
}

export function viewOfLive(
  question: RoomQuestionDoc,
  viewer: { id: string; voted: ReadonlySet<string>; blocked: ReadonlySet<string> },
): QuestionView {
  const { id, userId } = question;
  return {
    ...question,
    isMine: userId === viewer.id,
    hasVoted: viewer.voted.has(id),
    isBlocked: userId !== null && viewer.blocked.has(userId),
  };
}

export function viewOfListed({ user, ...question }: ClassroomQuestion, voted: ReadonlySet<string>): QuestionView {
  return {
    ...question,
    userId: user?.id ?? null,
    nickname: user?.nickname ?? '退会したユーザー',
    avatarUrl: user?.avatarUrl ?? null,
    hasVoted: voted.has(question.id),
  };
}

/** The open ones first, those with the most votes on top, older ones before newer ones; then the answered ones. */
export const byUrgency = (a: RoomQuestionDoc, b: RoomQuestionDoc): number =>
  Number(a.state === 'answered') - Number(b.state === 'answered') ||
  b.voteCount - a.voteCount ||
  (a.createdAt < b.createdAt ? -1 : 1);
