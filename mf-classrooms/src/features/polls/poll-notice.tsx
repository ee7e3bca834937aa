import { Notice } from '@manabiba/shared/ui/notice';
import { ChartNoAxesColumn } from 'lucide-react';

import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { OwnPollDialog } from './own-poll-dialog';
import { useLatestPoll } from './use-room-polls';

import styles from './polls.module.css';

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
