import { millisecondsInHour } from 'date-fns/constants';

import { FULL_REFUND_MOVE_HOURS } from './limits';

/**
 * Tells whether an event has moved so far from the start for which a ticket was bought that the ticket is refunded in
 * full until the new start, whatever the refund policy of the event is. Only the distance counts: several small moves
 * add up, and an event that moves back is where it was.
 */
export const isMovedFar = (soldForStartAt: Date, startAt: Date): boolean =>
  Math.abs(startAt.getTime() - soldForStartAt.getTime()) > FULL_REFUND_MOVE_HOURS * millisecondsInHour;
