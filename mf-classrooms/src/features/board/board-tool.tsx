import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { PencilLine } from 'lucide-react';
import { useState } from 'react';

import { BoardDialog } from './board-dialog';
import { useRoomBoard } from './use-board';

/** The moderators' button for the board of the room. */
export function BoardTool({ classroomId }: { classroomId: string }) {
  const board = useRoomBoard(classroomId);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={PencilLine} />} disabled={board === undefined} onClick={() => setIsOpen(true)}>
        ホワイトボード
      </Button>
      {isOpen && board !== undefined && (
        <BoardDialog classroomId={classroomId} board={board} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}
