import { lowerHand, messageGroups, moveToGroup, recallGroups, sendReaction } from '@manabiba/shared/data/endpoints';
import { showMessageFor, useEndpointMutation } from '@manabiba/shared/platform';

import { useOnlineGuard } from '../../core/room/use-online-guard';

/** Returns what can be done while a room is divided. Refusals are shown as toasts; the live documents show the rest. */
export function useGroupActs(classroomId: string) {
  const guard = useOnlineGuard();
  const options = { onError: showMessageFor };
  const move = useEndpointMutation(moveToGroup, options);
  const recall = useEndpointMutation(recallGroups, options);
  const message = useEndpointMutation(messageGroups, options);
  const raise = useEndpointMutation(sendReaction, options);
  const lower = useEndpointMutation(lowerHand, options);
  const params = { id: classroomId };
  /** Runs while there is a connection; what the server refuses has been shown. */
  const run = (act: () => Promise<unknown>) => guard(() => void act().catch(() => undefined));
  return {
    isMoving: move.isRunning,
    isRecalling: recall.isRunning,
    isSending: message.isRunning,
    isCalling: raise.isRunning || lower.isRunning,
    move: (userId: string, groupId: string | null) =>
      run(() => move.run({ params: { ...params, userId }, body: { groupId } })),
    recall: (seconds: number) => run(() => recall.run({ params, body: { seconds } })),
    send: (body: string, onSent: () => void) => run(() => message.run({ params, body: { body } }).then(onSent)),
    callHost: () => run(() => raise.run({ params, body: { reactionName: 'raise_hand' } })),
    stopCalling: (userId: string) => run(() => lower.run({ params: { ...params, userId } })),
  };
}
