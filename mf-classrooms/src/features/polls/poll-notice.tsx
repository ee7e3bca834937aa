import { Button } from '@manabiba/shared/ui/button';
import { Notice } from '@manabiba/shared/ui/notice';
import { ChartNoAxesColumn } from 'lucide-react';

import type { RoomPartProps } from '../../core/room/room-context';
import { isModerator } from '../../core/room/room-rights';
import { useLatestPoll } from './use-room-polls';

interface PollNoticeProps extends Pick<RoomPartProps, 'classroom' | 'role'> {
  onOpenPanel: () => void;
}

/** An open poll, over the stage while the panel with its question is hidden. */
export function PollNotice({ classroom, role, onOpenPanel }: PollNoticeProps) {
  const { poll, isOpen } = useLatestPoll(classroom.id);
  if (!poll || !isOpen || isModerator(role)) return null;
  return (
    <Notice
      icon={ChartNoAxesColumn}
      role="status"
      action={
        <Button size="small" onClick={onOpenPanel}>
          回答する
        </Button>
      }
    >
      アンケート: {poll.question}
    </Notice>
  );
}
