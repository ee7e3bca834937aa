import { pinToStage, unpinFromStage } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';

import { useOnlineGuard } from './use-online-guard';

/** Puts a question or comment over the stage for everybody, or takes it down. For host and co-hosts. */
export function usePin(classroomId: string) {
  const guard = useOnlineGuard();
  const putUp = useEndpointMutation(pinToStage, { onError: showMessageFor });
  const takeDown = useEndpointMutation(unpinFromStage, { onError: showMessageFor });
  const params = { id: classroomId };
  return {
    pin: (kind: 'question' | 'comment', subjectId: string) =>
      guard(() => void putUp.run({ params, body: { kind, subjectId } }).catch(() => undefined)),
    unpin: () => guard(() => void takeDown.run({ params }).catch(() => undefined)),
  };
}
