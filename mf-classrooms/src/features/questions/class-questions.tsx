import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { listClassroomQuestions } from '@manabiba/shared/data/endpoints';
import { useEndpointPages, useMe } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Panel } from '@manabiba/shared/ui/panel';
import { useMemo } from 'react';

import { commentOffer } from '../../core/classroom/classroom-permissions';
import { isModerator } from '../../core/room/room-rights';
import { QuestionDialogs, useQuestionDialog } from './question-dialogs';
import { QuestionRow } from './question-row';
import { viewOfListed } from './question-view';
import { useQuestionActs } from './use-question-acts';

import styles from './questions.module.css';

interface ClassQuestionsProps {
  classroom: ClassroomDetail;
  classroomKey: string | undefined;
}

/** The questions of a class that is over, with their answers, which the host can still write. Nothing where nobody asked. */
export function ClassQuestions({ classroom, classroomKey }: ClassQuestionsProps) {
  const me = useMe();
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore } = useEndpointPages(listClassroomQuestions, {
    params: { id: classroom.id },
    query: { key: classroomKey },
  });
  const acts = useQuestionActs(classroom.id);
  const dialog = useQuestionDialog();
  const voted = useMemo(() => new Set(pages[0]?.votedIds), [pages]);
  if (error && pages.length === 0) return <ErrorState title="質問を表示できませんでした。" onRetry={retry} level={2} />;
  if (items.length === 0) return null;
  const isHost = isModerator(classroom.myRole);
  const offer = commentOffer(me);
  return (
    <section className={styles.after} aria-labelledby="class-questions">
      <Panel>
        <h2 id="class-questions">質問</h2>
        <ol className={styles.list}>
          {items.map((question) => (
            <QuestionRow
              key={question.id}
              question={viewOfListed(question, voted)}
              isPinned={false}
              onAnswer={isHost ? dialog.ask('answer') : undefined}
              onDismiss={isHost ? dialog.ask('dismiss') : undefined}
              onWithdraw={offer === 'write' ? dialog.ask('withdraw') : undefined}
              onReport={dialog.ask('report')}
            />
          ))}
        </ol>
        {hasMore && (
          <Button variant="ghost" size="small" isLoading={isLoadingMore} onClick={loadMore}>
            ほかの質問を見る
          </Button>
        )}
      </Panel>
      <QuestionDialogs classroomId={classroom.id} {...{ classroomKey, dialog, acts }} />
    </section>
  );
}
