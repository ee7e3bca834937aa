import type { ClassroomPoll } from '@manabiba/shared/contract/classroom-polls';
import {
  closeClassroomPoll,
  deleteClassroomPoll,
  openClassroomPoll,
  updateClassroomPollResults,
} from '@manabiba/shared/data/endpoints';
import { formatCount } from '@manabiba/shared/format/count';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Button } from '@manabiba/shared/ui/button';
import { ConfirmDialog } from '@manabiba/shared/ui/confirm-dialog';
import { useState } from 'react';

import { CardFacts, RoomTimer } from '../../core/room/panel-card';
import { useOnlineGuard } from '../../core/room/use-online-guard';
import { PollBars } from './poll-bars';
import { kindNames, secondsText } from './poll-names';
import { useRemaining } from './use-room-polls';

import styles from './polls.module.css';

interface PollRowProps {
  classroomId: string;
  poll: ClassroomPoll;
  isInRoom: boolean;
  /** No other poll is open. */
  canOpen: boolean;
  onEdit: () => void;
}

/** One poll in the moderators' dialog, with what can be done now. */
export function PollRow({ classroomId, poll, isInRoom, canOpen, onEdit }: PollRowProps) {
  const remainingMs = useRemaining(poll);
  const state = poll.state === 'open' && remainingMs === 0 ? 'closed' : poll.state;
  return (
    <li className={styles.row} data-state={state}>
      <CardFacts>
        <span className={styles.state}>{stateNames[state]}</span>
        <span>{kindNames[poll.kind]}</span>
        <span>{poll.isNamed ? '記名' : '匿名'}</span>
        {poll.correct !== null && poll.correct.length > 0 && <span>クイズ</span>}
        {state === 'draft' && poll.seconds !== null && <span>{secondsText(poll.seconds)}</span>}
        {state === 'open' && remainingMs !== null && <RoomTimer label="締め切りまで" remainingMs={remainingMs} />}
      </CardFacts>
      <h3 className={styles.question}>{poll.question}</h3>
      {state === 'draft' ? (
        <DraftActions {...{ classroomId, poll, isInRoom, canOpen, onEdit }} />
      ) : (
        <>
          <p className={styles.soft}>
            <span role="status">{formatCount(poll.answerCount)}人が回答</span>
            {poll.isShown && <span>・結果を公開中</span>}
          </p>
          <PollBars poll={poll} />
          <OpenedActions {...{ classroomId, poll }} isOpen={state === 'open'} />
        </>
      )}
    </li>
  );
}

const stateNames: Record<ClassroomPoll['state'], string> = {
  draft: '準備中',
  open: '回答受付中',
  closed: '締め切り済み',
};

const onError = showMessageFor;

function DraftActions({ classroomId, poll, isInRoom, canOpen, onEdit }: PollRowProps) {
  const params = { id: classroomId, pollId: poll.id };
  const [isAsking, setIsAsking] = useState(false);
  const open = useEndpointMutation(openClassroomPoll, { onError });
  const remove = useEndpointMutation(deleteClassroomPoll, { onError });
  const guard = useOnlineGuard();
  return (
    <div className={styles.actions}>
      {isInRoom && (
        <Button
          variant="primary"
          isLoading={open.isRunning}
          disabled={!canOpen}
          onClick={() => guard(() => void open.run({ params, body: {} }).catch(() => undefined))}
        >
          開始する
        </Button>
      )}
      <Button onClick={onEdit}>編集する</Button>
      <Button variant="danger-quiet" onClick={() => setIsAsking(true)}>
        削除する
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => {
          remove
            .run({ params })
            .catch(() => undefined)
            .finally(() => setIsAsking(false));
        }}
        isLoading={remove.isRunning}
        isDanger
        title="アンケートを削除しますか"
        confirmLabel="削除する"
      >
        {`「${poll.question}」を削除します。元に戻せません。`}
      </ConfirmDialog>
    </div>
  );
}

function OpenedActions({ classroomId, poll, isOpen }: { classroomId: string; poll: ClassroomPoll; isOpen: boolean }) {
  const params = { id: classroomId, pollId: poll.id };
  const close = useEndpointMutation(closeClassroomPoll, { onError });
  const show = useEndpointMutation(updateClassroomPollResults, { onError });
  const guard = useOnlineGuard();
  return (
    <div className={styles.actions}>
      {isOpen && (
        <Button
          isLoading={close.isRunning}
          onClick={() => guard(() => void close.run({ params }).catch(() => undefined))}
        >
          締め切る
        </Button>
      )}
      <Button
        variant={poll.isShown ? 'secondary' : 'primary'}
        isLoading={show.isRunning}
        onClick={() => guard(() => void show.run({ params, body: { isShown: !poll.isShown } }).catch(() => undefined))}
      >
        {poll.isShown ? '結果を隠す' : isOpen ? '締め切って結果を公開' : '結果を公開'}
      </Button>
    </div>
  );
}
