/** A person who may stand on the stage. */
export interface StagePerson {
  id: string;
  isTalking: boolean;
  /** When the person was last heard, in milliseconds; 0 for never. */
  lastHeardAt: number;
  /** Never gives up a place to somebody who talks: the host and the viewer. */
  keepsPlace: boolean;
}

/**
 * Returns the ids of the people on the stage in the order of their places.
 *
 * Everybody keeps their place. When there are fewer places than people, a person who talks and has none takes that of
 * the person who has been silent for longest, and nobody else moves.
 *
 * @param before the ids that were returned last.
 * @param people everybody, in the order in which free places are filled.
 */
export function seatPeople(before: readonly string[], people: readonly StagePerson[], places: number): string[] {
  const known = new Map(people.map((person) => [person.id, person]));
  const seats = before.filter((id) => known.has(id));
  while (seats.length > places) seats.splice(placeToGiveUp(seats, known), 1);
  const standing = () => people.filter(({ id }) => !seats.includes(id));
  // Who keeps a place comes first, then who talks, then the others in their order.
  for (const { id } of standing().sort((a, b) => rank(a) - rank(b))) if (seats.length < places) seats.push(id);
  for (const { id, isTalking } of standing()) {
    if (!isTalking) continue;
    const place = placeToGiveUp(seats, known);
    const holder = known.get(seats[place] ?? '');
    if (holder && !holder.isTalking && !holder.keepsPlace) seats[place] = id;
  }
  return seats;
}

const rank = ({ keepsPlace, isTalking }: StagePerson) => (keepsPlace ? 0 : isTalking ? 1 : 2);

/** Returns the place of the person who has been silent for longest; the last of several. */
function placeToGiveUp(seats: readonly string[], known: ReadonlyMap<string, StagePerson>): number {
  let chosen = seats.length - 1;
  let least = Number.POSITIVE_INFINITY;
  seats.forEach((id, place) => {
    const weight = weightOf(known.get(id));
    if (weight <= least) {
      chosen = place;
      least = weight;
    }
  });
  return chosen;
}

function weightOf(person: StagePerson | undefined): number {
  if (!person) return -1;
  if (person.keepsPlace) return Number.MAX_VALUE;
  return person.isTalking ? Number.MAX_SAFE_INTEGER : person.lastHeardAt;
}
