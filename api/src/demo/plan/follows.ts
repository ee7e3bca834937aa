import { seededRandom } from './deterministic';
import { DAY_MS, MINUTE_MS } from './japan-time';
import { isChild, type Person } from './people';

/** Whom adult@ follows, as the top page shows them. */
const FOLLOWED_BY_ADULT = [
  'host',
  'emma',
  'sasaki',
  'nakamura',
  'ishikawa',
  'okada',
  'kato',
  'student',
  'ueda',
  'fujii',
  'observatory',
];
/** Whom everybody who can sign in follows: their classrooms and reservations are in the inboxes. */
const FOLLOWED_BY_ALL = ['okada', 'nishi'];
/** Who follows everybody that may be followed: the inboxes tell of it. */
const FOLLOWERS_OF_ALL = ['nishi', 'emma'];

/** Who follows whom. Nobody follows people of 12 or under, and they follow professionals only. */
export function planFollows(people: readonly Person[], now: Date) {
  const byKey = new Map(people.map((person) => [person.key, person]));
  const pairs = new Map<string, { follower_id: string; followee_id: string; created_at: Date }>();
  const follow = (follower: Person | undefined, followee: Person | undefined) => {
    if (
      !follower ||
      !followee ||
      follower === followee ||
      isChild(followee) ||
      (isChild(follower) && !followee.isProfessional)
    )
      return;
    const chance = seededRandom(`follow ${follower.key} ${followee.key}`);
    const created_at = new Date(now.getTime() - chance.below(400) * DAY_MS - (200 + chance.below(1440)) * MINUTE_MS);
    pairs.set(`${follower.id} ${followee.id}`, { follower_id: follower.id, followee_id: followee.id, created_at });
  };

  const professionals = people.filter((person) => person.isProfessional);
  const named = people.filter((person) => person.isNamed && !person.isProfessional);
  for (const key of FOLLOWED_BY_ADULT) follow(byKey.get('adult'), byKey.get(key));
  for (const person of people) {
    const chance = seededRandom(`follows of ${person.key}`);
    if (person.isNamed) for (const key of FOLLOWED_BY_ALL) follow(person, byKey.get(key));
    if (person.isNamed) for (const key of FOLLOWERS_OF_ALL) follow(byKey.get(key), person);
    if (person.key === 'adult') continue;
    // The earlier in the list, the better known.
    for (const [rank, professional] of professionals.entries())
      if (chance.below(100) < 78 - rank * 5) follow(person, professional);
    for (const other of chance.sample(named, chance.below(4))) follow(person, other);
  }
  return [...pairs.values()];
}
