import type { Classroom } from '@manabiba/shared/contract/classrooms';

/** Returns whether the room has opened for an event that has not started yet: its audience waits in it. */
export function isBeforeEvent(
  { eventId, state, startAt }: Pick<Classroom, 'eventId' | 'state' | 'startAt'>,
  now: Date,
) {
  return eventId !== null && state === 'live' && now.getTime() < Date.parse(startAt);
}
