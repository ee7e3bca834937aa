import type { RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { formatCount } from '@manabiba/shared/format/count';
import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { IconButton } from '@manabiba/shared/ui/icon-button';
import { Notice } from '@manabiba/shared/ui/notice';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';
import { ChartNoAxesColumn, X } from 'lucide-react';
import { useState } from 'react';

import { CardFacts, PanelCard, RoomTimer } from '../../core/room/panel-card';
import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { useIsLow } from '../../core/room/use-is-low';
import { OwnPoll } from './own-poll';
import { OwnPollDialog } from './own-poll-dialog';
import { PollDialog } from './poll-dialog';
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
        <ShownPoll
          {...{ classroomId: classroom.id, poll, isOpen, remainingMs, leads }}
          onClose={() => setClosed(stage)}
        />
      )}
    </>
  );
}

interface ShownPollProps {
  classroomId: string;
  poll: RoomPollDoc;
  isOpen: boolean;
  remainingMs: number | null;
  leads: boolean;
  onClose: () => void;
}

/** A poll with everything in it, or where the panel is low only its question, which opens it. */
function ShownPoll({ classroomId, poll, isOpen, remainingMs, leads, onClose }: ShownPollProps) {
  const isLow = useIsLow();
  // Their tools are right below.
  if (isLow && leads) return null;
  return (
    <PanelCard label="アンケート" isLow={isLow} className={styles.card}>
      <CardFacts>
        <Icon icon={ChartNoAxesColumn} />
        {poll.isShown ? 'アンケートの結果' : 'アンケート'}
        {remainingMs !== null && <RoomTimer label="締め切りまで" remainingMs={remainingMs} />}
        {!isOpen && (
          <IconButton label="アンケートを閉じる" onClick={onClose}>
            <Icon icon={X} />
          </IconButton>
        )}
      </CardFacts>
      <h2 className={styles.question}>{poll.question}</h2>
      {leads ? (
        <LedPoll classroomId={classroomId} poll={poll} />
      ) : isLow ? (
        <OwnPollDialog {...{ classroomId, poll, isOpen, remainingMs }} />
      ) : (
        <OwnPoll {...{ classroomId, poll, isOpen }} />
      )}
    </PanelCard>
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

/** An open poll, over the stage while the panel is hidden. */
export function PollNotice({ classroom, role }: Pick<RoomPartProps, 'classroom' | 'role'>) {
  const { poll, isOpen, remainingMs } = useLatestPoll(classroom.id);
  if (!poll || !isOpen || isModerator(role)) return null;
  return (
    <Notice
      icon={ChartNoAxesColumn}
      role="status"
      action={<OwnPollDialog {...{ classroomId: classroom.id, poll, isOpen, remainingMs }} />}
    >
      <span className={styles.oneLine}>{`アンケート: ${poll.question}`}</span>
    </Notice>
  );
}
