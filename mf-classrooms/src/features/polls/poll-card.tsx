import type { PollAnswer } from '@manabiba/shared/contract/classroom-polls';
import type { RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { listClassroomPolls } from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { useEndpoint } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ErrorState } from '@manabiba/shared/ui/error-state';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { ChartNoAxesColumn, X } from 'lucide-react';
import { useState } from 'react';

import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { AnswerForm } from './answer-form';
import { PollBars } from './poll-bars';
import { PollDialog } from './poll-dialog';
import { PollTimer } from './poll-timer';
import { useLatestPoll } from './use-room-polls';

import styles from './polls.module.css';

/**
 * The latest poll of the room, above every tab of the panel: its question while it is open, its end, and its results once
 * they are shown. Participants put it away when it is over; moderators see it while it is open.
 */
export function PollCard({ classroom, role }: Pick<RoomPartProps, 'classroom' | 'role'>) {
  const { poll, isOpen, remainingMs } = useLatestPoll(classroom.id);
  const [closed, setClosed] = useState<string>();
  const leads = isModerator(role);
  const stage = poll && `${poll.id} ${poll.isShown ? 'shown' : isOpen ? 'open' : 'closed'}`;
  const isVisible = poll !== undefined && stage !== closed && (isOpen || !leads);
  return (
    <>
      <VisuallyHidden>
        <span role="status">{isVisible && announcementOf(poll, isOpen)}</span>
      </VisuallyHidden>
      {isVisible && (
        <section className={styles.card} aria-label="アンケート">
          <p className={styles.kicker}>
            <Icon icon={ChartNoAxesColumn} />
            {poll.isShown ? 'アンケートの結果' : 'アンケート'}
            {remainingMs !== null && <PollTimer remainingMs={remainingMs} />}
            {!isOpen && (
              <IconButton label="アンケートを閉じる" onClick={() => setClosed(stage)}>
                <Icon icon={X} />
              </IconButton>
            )}
          </p>
          <h2 className={styles.question}>{poll.question}</h2>
          {leads ? (
            <LedPoll classroomId={classroom.id} poll={poll} />
          ) : (
            <OwnPoll {...{ poll, isOpen }} classroomId={classroom.id} />
          )}
        </section>
      )}
    </>
  );
}

function announcementOf({ isShown, question }: RoomPollDoc, isOpen: boolean): string {
  if (isOpen) return `アンケートが始まりました。${question}`;
  return isShown ? 'アンケートの結果が公開されました。' : 'アンケートは締め切られました。';
}

function LedPoll({ classroomId, poll }: { classroomId: string; poll: RoomPollDoc }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <div className={styles.send}>
      <p>{formatCount(poll.answerCount)}人が回答</p>
      <Button onClick={() => setDialogOpen(true)}>結果を見る</Button>
      {isDialogOpen && <PollDialog classroomId={classroomId} isInRoom onClose={() => setDialogOpen(false)} />}
    </div>
  );
}

interface OwnPollProps {
  classroomId: string;
  poll: RoomPollDoc;
  isOpen: boolean;
}

/** A poll for a participant. Their answer comes from the api, so that it is known after a reload and in another tab. */
function OwnPoll({ classroomId, poll, isOpen }: OwnPollProps) {
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
