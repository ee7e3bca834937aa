import type { Classroom } from '@manabiba/shared/contract/classrooms';

/** Returns whether the room has opened for an event that has not started yet: its audience waits in it. */
export function isBeforeEvent(
  { eventId, state, startAt }: Pick<Classroom, 'eventId' | 'state' | 'startAt'>,
  now: Date,
) {
  return eventId !== null && state === 'live' && now.getTime() < Date.parse(startAt);
}

/** Returns what a sentence calls a room: that of an event is the event. */
export const roomNoun = ({ eventId }: Pick<Classroom, 'eventId'>): string => (eventId === null ? '教室' : 'イベント');

/** Returns what ending a room for everyone means. */
export const endSentence = (classroom: Pick<Classroom, 'eventId'>): string =>
  `参加している方は全員退出します。終了した${roomNoun(classroom)}は、もう一度始めることができません。`;
