import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';

import { PollDialog } from './poll-dialog';

interface PollToolProps {
  classroomId: string;
  /** Absent: the polls are prepared before the class. */
  isInRoom?: boolean;
}

/** The moderators' button for preparing and leading polls. */
export function PollTool({ classroomId, isInRoom = false }: PollToolProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={<Icon icon={ChartNoAxesColumn} />} onClick={() => setIsOpen(true)}>
        {isInRoom ? 'アンケート' : 'アンケートを準備'}
      </Button>
      {isOpen && <PollDialog {...{ classroomId, isInRoom }} onClose={() => setIsOpen(false)} />}
    </>
  );
}
