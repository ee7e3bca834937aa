import type { ClassroomQuestion } from '@manabiba/shared/contract/classroom-questions';
import type { ClassroomDetail } from '@manabiba/shared/contract/classrooms';
import { MAX_PAGE_SIZE } from '@manabiba/shared/contract/limits';
import { listClassroomQuestions } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { type ApiError, callEndpoint, showMessageFor, useEndpointPages } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { LinkedText } from '@manabiba/shared/ui/linked-text';
import { saveFile } from '@manabiba/shared/ui/save-file';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { Download } from 'lucide-react';
import { useState } from 'react';

import { questionsFile } from './questions-file';

import styles from './questions.module.css';

/** The questions of a class in its records, with their votes and answers and a file. Nothing where nobody asked. */
export function QuestionRecords({ classroom }: { classroom: ClassroomDetail }) {
  const { items, pages, error, retry, hasMore, isLoadingMore, loadMore } = useEndpointPages(listClassroomQuestions, {
    params: { id: classroom.id },
    query: { limit: MAX_PAGE_SIZE },
  });
  if (pages.length === 0)
    return error ? (
      <ErrorState title="質問を表示できませんでした。" onRetry={retry} level={3} />
    ) : (
      <SkeletonRows count={2} />
    );
  if (items.length === 0) return null;
  const answered = items.filter(({ state }) => state === 'answered').length;
  return (
    <section className={styles.records} aria-labelledby="question-records">
      <div className={styles.recordsHead}>
        <h3 id="question-records">
          質問{' '}
          <small>
            {formatCount(items.length)}件{hasMore ? '以上' : `・回答済み${formatCount(answered)}件`}
          </small>
        </h3>
        <SaveQuestions classroom={classroom} />
      </div>
      <ul className={styles.list}>
        {items.map(({ id, body, user, voteCount, answer }) => (
          <li key={id} className={styles.record}>
            <p className={styles.body}>
              <LinkedText text={body} />
            </p>
            <p className={styles.note}>
              {user?.nickname ?? '退会したユーザー'}・{formatCount(voteCount)}票
            </p>
            {answer && (
              <p className={styles.answer}>
                <LinkedText text={answer} />
              </p>
            )}
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="ghost" size="small" isLoading={isLoadingMore} onClick={loadMore}>
          ほかの質問を見る
        </Button>
      )}
    </section>
  );
}

function SaveQuestions({ classroom }: { classroom: ClassroomDetail }) {
  const [isLoading, setIsLoading] = useState(false);
  const handleSave = () => {
    setIsLoading(true);
    listAll(classroom.id)
      .then((questions) => {
        const { name, text } = questionsFile(classroom, questions);
        saveFile(name, text, 'text/csv');
      })
      .catch((reason: ApiError) => showMessageFor(reason))
      .finally(() => setIsLoading(false));
  };
  return (
    <Button icon={<Icon icon={Download} />} isLoading={isLoading} onClick={handleSave}>
      CSVで保存
    </Button>
  );
}

async function listAll(classroomId: string): Promise<ClassroomQuestion[]> {
  const all: ClassroomQuestion[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: MAX_PAGE_SIZE, cursor };
    const { items, nextCursor } = await callEndpoint(listClassroomQuestions, { params: { id: classroomId }, query });
    all.push(...items);
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
