/** A person who may be shown on the stage. */
export interface StagePerson {
  id: string;
  isTalking: boolean;
  /** When the person last spoke, in milliseconds; 0 for never. */
  lastHeardAt: number;
  /** Never replaced by a speaker: the host and the viewer. */
  keepsPlace: boolean;
}

/**
 * Returns the ids of the people on the stage in the order of their seats.
 *
 * People keep their seats. When there are fewer seats than people, a speaker without a seat replaces the person who has
 * been silent longest; nobody else moves.
 *
 * @param before the previous result.
 * @param people all people, in the order in which free seats are filled.
 */
export function seatPeople(before: readonly string[], people: readonly StagePerson[], places: number): string[] {
  const known = new Map(people.map((person) => [person.id, person]));
  const seats = before.filter((id) => known.has(id));
  while (seats.length > places) seats.splice(placeToGiveUp(seats, known), 1);
  const standing = () => people.filter(({ id }) => !seats.includes(id));
  // People who keep their seat come first, then speakers, then the others in order.
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

/** Returns the index of the person who has been silent longest; the last one if there are several. */
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
