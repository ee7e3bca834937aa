import type { PollAnswer } from '@manabiba/shared/contract/classroom-polls';
import type { RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { listClassroomPolls } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint } from '@manabiba/shared/platform';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { useState } from 'react';

import { AnswerForm } from './answer-form';
import { PollBars } from './poll-bars';

import styles from './polls.module.css';

interface OwnPollProps {
  classroomId: string;
  poll: RoomPollDoc;
  isOpen: boolean;
}

/** A poll for a participant. Their answer comes from the api, so that it is known after a reload and in another tab. */
export function OwnPoll({ classroomId, poll, isOpen }: OwnPollProps) {
  const { data, error, retry } = useEndpoint(listClassroomPolls, { params: { id: classroomId } }, { maxAgeSeconds: 0 });
  const [given, setGiven] = useState<{ pollId: string; answer: PollAnswer }>();
  const known = data?.items.find(({ id }) => id === poll.id)?.myAnswer ?? null;
  const answer = given?.pollId === poll.id ? given.answer : known;
  if (!data && !error) return <SkeletonRows count={2} />;
  if (isOpen)
    return (
      <AnswerForm
        key={poll.id}
        {...{ classroomId, poll, answer }}
        onAnswer={(sent) => setGiven({ pollId: poll.id, answer: sent })}
      />
    );
  if (poll.isShown)
    return (
      <>
        <PollBars poll={poll} mine={answer?.choices} />
        {answer?.text && <p className={styles.soft}>あなたの回答: {answer.text}</p>}
        <p className={styles.soft}>{formatCount(poll.answerCount)}人が回答しました。</p>
      </>
    );
  return (
    <>
      <p className={styles.soft}>
        {`締め切られました。${answer === null ? '' : '回答は届いています。'}結果は、ホストが公開するとここに出ます。`}
      </p>
      {error && !data && <ErrorState title="あなたの回答を表示できませんでした。" onRetry={retry} level={2} />}
    </>
  );
}
