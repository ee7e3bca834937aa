import type { Classroom } from '@manabiba/shared/contract/classrooms';
import { createReservation, deleteReservation } from '@manabiba/shared/data/endpoints';
import { showMessageFor, track, useEndpointMutation } from '@manabiba/shared/platform';

import { changeReservation } from './change-classroom';

/**
 * Toggles a reservation. Every list that shows the classroom updates optimistically and rolls back with a message when
 * the call fails.
 *
 * @param key opens a private classroom.
 */
export function useReservation(classroom: Pick<Classroom, 'id' | 'isReserved'>, key?: string) {
  const change = { optimistic: () => changeReservation(classroom.id, !classroom.isReserved), onError: showMessageFor };
  const create = useEndpointMutation(createReservation, change);
  const cancel = useEndpointMutation(deleteReservation, change);
  const isRunning = create.isRunning || cancel.isRunning;

  const toggle = () => {
    if (isRunning) return;
    if (!classroom.isReserved) track('click_reserve_classroom');
    const params = { id: classroom.id };
    const call = classroom.isReserved ? cancel.run({ params }) : create.run({ params, body: { key } });
    // The mutation has already rolled back and shown a message.
    call.catch(() => undefined);
  };
  return { toggle, isRunning };
}
