import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

/** Returns whether a participant is known not to have spoken in this class. */
export const isNewVoice = ({ hasSpoken }: RoomUserDoc): boolean => hasSpoken === false;

/** Returns the participants with raised hands, first one first; on request those who have not spoken yet before all others. */
export function handsInOrder(people: readonly RoomUserDoc[], newVoicesFirst: boolean): RoomUserDoc[] {
  const raised = people.filter(({ handRaisedAt }) => handRaisedAt !== null);
  const rank = (person: RoomUserDoc) => Number(newVoicesFirst && !isNewVoice(person));
  return raised.sort(
    (a, b) => rank(a) - rank(b) || Date.parse(a.handRaisedAt ?? '') - Date.parse(b.handRaisedAt ?? ''),
  );
}
