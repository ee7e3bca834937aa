import { Button } from '@manabiba/shared/ui/button';
import { Icon } from '@manabiba/shared/ui/icon';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';

import { useRoomUsers } from '../../core/room/use-room';
import type { GroupPartProps } from './group-card';
import { GroupDialog } from './group-dialog';
import { GroupForm } from './group-form';

/**
 * The moderators' button for dividing the room, and for what is done while it is divided. The dialogs stay when a phone that
 * is turned hides the button.
 */
export function GroupTool({ classroomId, room }: GroupPartProps) {
  const { items: people = [] } = useRoomUsers(classroomId);
  const [shown, setShown] = useState<'form' | 'groups'>();
  const close = () => setShown(undefined);
  return (
    <>
      <Button icon={<Icon icon={Users} />} onClick={() => setShown(room ? 'groups' : 'form')}>
        グループ
      </Button>
      {shown === 'form' && createPortal(<GroupForm {...{ classroomId, people }} onClose={close} />, document.body)}
      {shown === 'groups' && room && <GroupDialog {...{ classroomId, room }} onClose={close} />}
    </>
  );
}
