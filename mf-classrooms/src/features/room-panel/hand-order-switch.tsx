import { updateClassroom } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';
import { Switch } from '@manabiba/shared/ui/switch';

import { useOnlineGuard } from '../../core/room/use-online-guard';

interface HandOrderSwitchProps {
  classroomId: string;
  newVoicesFirst: boolean;
}

/** The host's choice whether those who have not spoken yet come first in the queue, for everybody in the room. */
export function HandOrderSwitch({ classroomId, newVoicesFirst }: HandOrderSwitchProps) {
  const { run, isRunning } = useEndpointMutation(updateClassroom, { onError: showMessageFor });
  const guard = useOnlineGuard();
  return (
    <Switch
      label="まだ話していない人を先に"
      checked={newVoicesFirst !== isRunning}
      disabled={isRunning}
      onChange={() =>
        guard(
          () =>
            void run({ params: { id: classroomId }, body: { newVoicesFirst: !newVoicesFirst } }).catch(() => undefined),
        )
      }
    />
  );
}
