import type { Classroom } from '@manabiba/shared/contract/classrooms';

type RoomFacts = Pick<Classroom, 'allUsers' | 'locked' | 'isGuarded' | 'participantCount' | 'maxListeners'>;

/** Returns the live classroom with the most participants that a visitor without an account can enter now. */
export function openToVisitors<T extends RoomFacts>(live: readonly T[]): T | undefined {
  const open = live.filter(
    ({ allUsers, locked, isGuarded, participantCount, maxListeners }) =>
      allUsers && !locked && !isGuarded && participantCount < maxListeners,
  );
  return open.sort((a, b) => b.participantCount - a.participantCount)[0];
}
