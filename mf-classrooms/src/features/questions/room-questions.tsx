import { LIVE_QUESTIONS } from '@manabiba/shared/contract/room-documents';
import { listClassroomQuestions } from '@manabiba/shared/data/endpoints';
import { isSignedIn, useEndpoint, useIsOnline, useMe } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { type ReactNode, useMemo } from 'react';

import { commentOffer } from '../../core/classroom/classroom-permissions';
import type { SilenceReason } from '../../core/classroom/viewer';
import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { useBlocked } from '../../core/room/use-blocked';
import { usePin } from '../../core/room/use-pin';
import { useRoomDocument } from '../../core/room/use-room';
import { QuestionComposer } from './question-composer';
import { QuestionDialogs, useQuestionDialog } from './question-dialogs';
import { QuestionRow } from './question-row';
import { byUrgency, viewOfLive } from './question-view';
import { useQuestionActs } from './use-question-acts';
import { useRoomQuestions } from './use-room-questions';

import styles from './questions.module.css';

export interface RoomQuestionsProps extends RoomPartProps {
  /** Explains why the viewer cannot ask. */
  cannotWrite: (reason: SilenceReason) => ReactNode;
}

/** 質問 of a live room: the open ones by votes, then the answered ones, with a composer. */
export function RoomQuestions({ classroom, classroomKey, role, cannotWrite }: RoomQuestionsProps) {
  const me = useMe();
  const list = useQuestions(classroom.id, classroomKey);
  const { data: room } = useRoomDocument(classroom.id);
  const acts = useQuestionActs(classroom.id);
  const { pin, unpin } = usePin(classroom.id);
  const dialog = useQuestionDialog();
  const offer = commentOffer(me);
  const isHost = isModerator(role);
  const offers = {
    onVote: isSignedIn(me) ? (question: { id: string }, isOn: boolean) => acts.vote(question.id, isOn) : undefined,
    onAnswer: isHost ? dialog.ask('answer') : undefined,
    onPin: isHost ? (question: { id: string }) => pin('question', question.id) : undefined,
    onUnpin: isHost ? unpin : undefined,
    onDismiss: isHost ? dialog.ask('dismiss') : undefined,
    onWithdraw: dialog.ask('withdraw'),
    onReport: dialog.ask('report'),
  };
  return (
    <div className={styles.room}>
      <div className={styles.scroller} role="region" aria-label="質問の一覧" tabIndex={0} data-focus-quietly="">
        <QuestionState list={list} mayAsk={offer === 'write'} />
        <ol className={styles.list}>
          {list.questions?.map((question) => (
            <QuestionRow
              key={question.id}
              question={question}
              isPinned={room?.pinned?.kind === 'question' && room.pinned.id === question.id}
              {...offers}
            />
          ))}
        </ol>
        {(list.questions?.length ?? 0) >= LIVE_QUESTIONS && (
          <p className={styles.note}>票の多い{LIVE_QUESTIONS}件を表示しています。</p>
        )}
      </div>
      {offer === 'write' ? (
        <QuestionComposer classroomId={classroom.id} />
      ) : (
        <div className={styles.composer}>{cannotWrite(offer)}</div>
      )}
      <QuestionDialogs classroomId={classroom.id} {...{ classroomKey, dialog, acts }} />
    </div>
  );
}

/** The live questions with what only the viewer knows: their votes and blocks. */
function useQuestions(classroomId: string, key: string | undefined) {
  const me = useMe();
  const live = useRoomQuestions(classroomId);
  const { blocked, isKnown } = useBlocked();
  const { data, error, retry } = useEndpoint(listClassroomQuestions, {
    params: { id: classroomId },
    query: { limit: 1, key },
  });
  const questions = useMemo(() => {
    // Waits for the block list so that words of blocked users never flash up.
    if (!live.items || !isKnown) return undefined;
    const viewer = { id: me.id, voted: new Set(data?.votedIds), blocked };
    return live.items.map((question) => viewOfLive(question, viewer)).sort(byUrgency);
  }, [live.items, isKnown, blocked, data, me.id]);
  return {
    questions,
    hasFailed: error !== undefined && questions === undefined,
    retry: () => {
      retry();
      live.retry();
    },
  };
}

function QuestionState({ list, mayAsk }: { list: ReturnType<typeof useQuestions>; mayAsk: boolean }) {
  const isOnline = useIsOnline();
  if (list.questions === undefined) {
    if (list.hasFailed) return <ErrorState title="質問を表示できませんでした。" onRetry={list.retry} level={3} />;
    return isOnline ? (
      <SkeletonRows count={4} />
    ) : (
      <p className={styles.note}>オフラインです。接続すると質問が表示されます。</p>
    );
  }
  if (list.questions.length > 0) return null;
  return <p className={styles.note}>まだ質問はありません。{mayAsk && <span>最初の質問をしてみましょう。</span>}</p>;
}
