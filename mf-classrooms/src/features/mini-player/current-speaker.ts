import type { RoomUserDoc } from '@manabiba/shared/contract/room-documents';

import type { PersonMedia } from '../../core/media/session/media-people';

/** Returns whom the mini player shows: who talks, otherwise who spoke last, otherwise the host; never the viewer. */
export function currentSpeaker(
  people: readonly RoomUserDoc[],
  media: ReadonlyMap<string, PersonMedia>,
  myId: string,
): RoomUserDoc | undefined {
  const others = people.filter(({ id, role }) => id !== myId && role !== 'listener');
  const rankOf = ({ id, role }: RoomUserDoc) => {
    const { isTalking = false, lastHeardAt = 0 } = media.get(id) ?? {};
    return [Number(isTalking), lastHeardAt, Number(role === 'host')] as const;
  };
  return others.reduce<RoomUserDoc | undefined>((best, person) => {
    if (!best) return person;
    const [a, b] = [rankOf(person), rankOf(best)];
    const difference = a.map((value, index) => value - (b[index] ?? 0)).find((value) => value !== 0) ?? 0;
    return difference > 0 ? person : best;
  }, undefined);
}
