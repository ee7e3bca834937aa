import { isModeratorOf } from '../classroom-rules';
import { accessOf, type Place } from '../room/room-row';
import { stateAt } from '../room/room-rules';

/**
 * Returns whether a viewer who may see a class reads its materials because of their place in it: host and co-hosts,
 * those who have been in the room, and until the end also those with a reservation or ticket.
 */
export function readsByPlace(place: Place, now: Date): boolean {
  const access = accessOf(place);
  if (isModeratorOf(access)) return true;
  const state = stateAt(place.room, now);
  if (state === 'cancelled') return false;
  if (place.me?.joined_at) return true;
  return state !== 'ended' && (access.isReserved || access.isEventAudience);
}
