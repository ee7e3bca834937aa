import { randomInt } from 'node:crypto';

import type { ClassroomSplit } from '@manabiba/shared/contract/classroom-groups';
import type { Selectable } from 'kysely';

import { AppError } from '../../../platform/app-error';
import type { ClassroomSplitsTable } from '../../../tables/classroom-groups';
import type { Place } from '../room/room-row';

export type SplitRow = Selectable<ClassroomSplitsTable>;

/** A division with the groups that belong to it, in order, and who belongs to them. */
export interface SplitWithGroups extends SplitRow {
  groups: { id: string; name: string; userIds: string[] }[];
}

/** Somebody who can be in a group, with what decides in which. */
export interface GroupedPerson {
  userId: string;
  isCoHost: boolean;
  isMinor: boolean;
  /** An adult host or co-host of good standing. */
  mayGuard: boolean;
}

const NO_ADULT =
  'この教室には18歳未満の方がいるため、どのグループにも、本人確認済みの大人のホストか共同ホストが必要です。共同ホストを増やすか、グループを減らしてください。';
const TOO_MANY = '参加している人より多いグループには分けられません。';

/**
 * In a class with minors every group needs an adult, whoever is in it: a rule about single groups would reveal to the
 * host who is a minor.
 */
export const withoutAdult = () => new AppError('guarded', { sentence: NO_ADULT });

/** Returns the name of the media room in which a participant is: the main room's is that of the classroom. */
export const mediaRoomOf = (classroomId: string, groupId: string | null) =>
  groupId === null ? classroomId : `${classroomId}:${groupId}`;

/** Returns the classroom to which a media room belongs. */
export const classroomOfMedia = (mediaRoom: string): string => mediaRoom.split(':')[0] ?? mediaRoom;

/** Returns the group in which a participant is by the clock, even if the job that ends groups has not run yet. */
export const groupAt = ({ group }: Pick<Place, 'group'>, now: Date): string | null =>
  group !== null && group.closesAt > now ? group.id : null;

/** Converts to what the api and the live document show. */
export const toSplit = (split: SplitWithGroups): ClassroomSplit => ({
  id: split.id,
  openedAt: split.opened_at.toISOString(),
  closesAt: split.closes_at.toISOString(),
  recalledAt: split.recalled_at?.toISOString() ?? null,
  message: split.message_at && { body: split.message, sentAt: split.message_at.toISOString() },
  groups: split.groups,
});

type Blocks = readonly (readonly [string, string])[];

/** One draw avoids most pairs of a block, not all; a few find a distribution without one where there is any. */
const DRAWS = 50;

/**
 * Distributes people over `count` groups at random: in even sizes, and without two who are in a block in one group where
 * that is possible. Co-hosts stay in the main room, free to visit; where there are minors, every group gets one who is an
 * adult. Throws `guarded` without enough of them, and `invalid` for more groups than people.
 *
 * @param blocks pairs of people of whom one has blocked the other.
 */
export function distribute(people: readonly GroupedPerson[], blocks: Blocks, count: number): string[][] {
  const members = people.filter(({ isCoHost }) => !isCoHost);
  const guards = people.some(({ isMinor }) => isMinor) ? people.filter(({ mayGuard }) => mayGuard) : null;
  if (members.length < count) throw new AppError('invalid', { fields: { groups: TOO_MANY } });
  if (guards && guards.length < count) throw withoutAdult();
  const pairsIn = (groups: string[][]) =>
    blocks.filter(([a, b]) => groups.some((userIds) => userIds.includes(a) && userIds.includes(b))).length;
  let best = draw(members, guards ?? [], blocks, count);
  for (let drawn = 1; drawn < DRAWS && pairsIn(best) > 0; drawn += 1) {
    const next = draw(members, guards ?? [], blocks, count);
    if (pairsIn(next) < pairsIn(best)) best = next;
  }
  return best;
}

/**
 * Places everybody into a smallest group without a block among those that have room, in random order: first those in most
 * blocks, as they have the least choice.
 */
function draw(
  members: readonly GroupedPerson[],
  guards: readonly GroupedPerson[],
  blocks: Blocks,
  count: number,
): string[][] {
  // Sizes are even without the guards, who are there for the others.
  const groups = Array.from({ length: count }, (_, index) => ({
    userIds: [] as string[],
    places: Math.ceil((members.length - index) / count),
  }));
  shuffle(guards).forEach(({ userId }, index) => groups[index % count]?.userIds.push(userId));
  const isBlocked = (userId: string, { userIds }: { userIds: string[] }) =>
    blocks.some(([a, b]) => (a === userId && userIds.includes(b)) || (b === userId && userIds.includes(a)));
  const blocksOf = ({ userId }: GroupedPerson) => blocks.filter((pair) => pair.includes(userId)).length;
  for (const { userId } of shuffle(members).toSorted((one, other) => blocksOf(other) - blocksOf(one))) {
    const free = groups.filter(({ places }) => places > 0).toSorted((a, b) => b.places - a.places);
    const group = free.find((one) => !isBlocked(userId, one)) ?? free[0];
    group?.userIds.push(userId);
    if (group) group.places -= 1;
  }
  return groups.map(({ userIds }) => userIds);
}

function shuffle<T>(items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}
