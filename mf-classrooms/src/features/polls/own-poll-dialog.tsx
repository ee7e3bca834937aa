import type { RoomPollDoc } from '@manabiba/shared/contract/room-documents';
import { Button } from '@manabiba/shared/ui/button';
import { Dialog } from '@manabiba/shared/ui/dialog';
import { useState } from 'react';
import { createPortal } from 'react-dom';

import { RoomTimer } from '../../core/room/panel-card';
import { OwnPoll } from './own-poll';

import styles from './polls.module.css';

interface OwnPollDialogProps {
  classroomId: string;
  poll: RoomPollDoc;
  isOpen: boolean;
  remainingMs: number | null;
}

/**
 * The button that opens a poll for a participant where there is no room for it. The dialog stays when the poll is closed,
 * and when a phone that is turned hides the button.
 */
export function OwnPollDialog({ classroomId, poll, isOpen, remainingMs }: OwnPollDialogProps) {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <Button size="small" variant={isOpen ? 'primary' : 'secondary'} onClick={() => setIsShown(true)}>
        {isOpen ? '回答する' : '見る'}
      </Button>
      {createPortal(
        <Dialog
          isOpen={isShown}
          onClose={() => setIsShown(false)}
          title={poll.isShown ? 'アンケートの結果' : 'アンケート'}
          size="small"
        >
          <div className={styles.fields}>
            {remainingMs !== null && <RoomTimer label="締め切りまで" remainingMs={remainingMs} />}
            <h3 className={styles.question}>{poll.question}</h3>
            <OwnPoll {...{ classroomId, poll, isOpen }} />
          </div>
        </Dialog>,
        document.body,
      )}
    </>
  );
}
