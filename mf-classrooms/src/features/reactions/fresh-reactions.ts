import type { ReactionName, RoomUserDoc } from '@manabiba/shared/contract/room-documents';

/** A reaction that somebody has just shown. */
export interface FreshReaction {
  /** Of its own for every reaction, and rises with time. */
  key: string;
  reactionName: Exclude<ReactionName, 'raise_hand'>;
  nickname: string;
}

/**
 * What others have shown between two states of the room. Whoever was not there before brings an old reaction along, and
 * a hand has its own place: neither is one.
 *
 * @param passedOver of whom nothing is told: oneself, and whom one has blocked.
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
