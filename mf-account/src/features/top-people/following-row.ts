import type { Classroom } from '@manabiba/shared/contract/classrooms';
import type { User } from '@manabiba/shared/contract/users';
import { formatTime } from '@manabiba/shared/format/date-time';

import { whenShort } from '../../core/when';

export interface FollowedPerson {
  user: User;
  isLive: boolean;
  /** 18:30から, 今日 20:15, 予定なし; null when unknown. */
  when: string | null;
}

interface Lists {
  live: readonly Classroom[];
  scheduled: readonly Classroom[];
  /** Whether the lists contain all classrooms; only then does an empty result mean that nothing is scheduled. */
  isComplete: boolean;
}

/** Sorts people by relevance: live now, then by their next classroom, then the rest in their original order. */
export function followingRow(
  users: readonly User[],
  { live, scheduled, isComplete }: Lists,
  now: Date,
): FollowedPerson[] {
  const firstOf = (list: readonly Classroom[], id: string) =>
    list.filter(({ host }) => host.id === id).sort((a, b) => a.startAt.localeCompare(b.startAt))[0];
  const people = users.map((user) => {
    const running = firstOf(live, user.id);
    const next = running ?? firstOf(scheduled, user.id);
    if (running)
      return { user, isLive: true, when: `${formatTime(running.startedAt ?? running.startAt)}から`, rank: '0' };
    if (next) return { user, isLive: false, when: whenShort(next.startAt, now), rank: next.startAt };
    return { user, isLive: false, when: isComplete ? '予定なし' : null, rank: '9' };
  });
  return people.sort((a, b) => a.rank.localeCompare(b.rank)).map(({ user, isLive, when }) => ({ user, isLive, when }));
}
