import type { ReactionName, RoomUserDoc } from '@manabiba/shared/contract/room-documents';

/** A reaction that was just sent by another participant. */
export interface FreshReaction {
  /** Unique per reaction and increasing with time. */
  key: string;
  reactionName: Exclude<ReactionName, 'raise_hand'>;
  nickname: string;
}

/**
 * Returns the reactions of others between two states of the room. A participant who has just joined brings an old
 * reaction, and raised hands are shown elsewhere, so neither counts.
 *
 * @param passedOver ids to ignore: the viewer and blocked users.
 */
export function freshReactions(
  before: readonly RoomUserDoc[],
  now: readonly RoomUserDoc[],
  passedOver: ReadonlySet<string>,
): FreshReaction[] {
  const known = new Map(before.map((person) => [person.id, person]));
  return now
    .flatMap((person): FreshReaction[] => {
      const { id, reactionName, reactionAt, nickname } = person;
      const former = known.get(id);
      if (
        !former ||
        former === person ||
        passedOver.has(id) ||
        reactionName === null ||
        reactionName === 'raise_hand' ||
        reactionAt === null
      )
        return [];
      return former.reactionAt !== null && former.reactionAt >= reactionAt
        ? []
        : [{ key: `${reactionAt} ${id}`, reactionName, nickname }];
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** 拍手 12件、いいね 3件 */
export function summaryOf(
  reactions: readonly FreshReaction[],
  labelOf: (name: FreshReaction['reactionName']) => string,
): string {
  const counts = new Map<FreshReaction['reactionName'], number>();
  for (const { reactionName } of reactions) counts.set(reactionName, (counts.get(reactionName) ?? 0) + 1);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .map(([name, count]) => `${labelOf(name)} ${count}件`)
    .join('、');
}
