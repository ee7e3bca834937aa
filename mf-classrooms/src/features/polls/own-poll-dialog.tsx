import type { RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useState } from 'react';

import { OwnPoll } from './own-poll';
import { PollTimer } from './poll-timer';

import styles from './polls.module.css';

interface OwnPollDialogProps {
  classroomId: string;
  poll: RoomPollDoc;
  isOpen: boolean;
  remainingMs: number | null;
}

/** The button that opens a poll for a participant where there is no room for it. It stays open when the poll is closed. */
export function OwnPollDialog({ classroomId, poll, isOpen, remainingMs }: OwnPollDialogProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button size="small" variant={isOpen ? 'primary' : 'secondary'} onClick={() => setIsShown(true)}>
        {isOpen ? '回答する' : '見る'}
      </Button>
      <Dialog
        isOpen={isShown}
        onClose={() => setIsShown(false)}
        title={poll.isShown ? 'アンケートの結果' : 'アンケート'}
        size="small"
      >
        <div className={styles.fields}>
          {remainingMs !== null && <PollTimer remainingMs={remainingMs} />}
          <h3 className={styles.question}>{poll.question}</h3>
          <OwnPoll {...{ classroomId, poll, isOpen }} />
        </div>
      </Dialog>
    </>
  );
}
