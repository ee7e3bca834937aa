import { subDays, subMinutes } from 'date-fns';

import { seededRandom } from './deterministic';
import { isChild, type Person } from './people';

/** Users whom adult@ follows, in the order of the top page. */
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
/** Users whom everyone who can sign in follows: their classrooms and reservations fill the inboxes. */
const FOLLOWED_BY_ALL = ['okada', 'nishi'];
/** Users who follow everyone who can be followed: the inboxes report it. */
const FOLLOWERS_OF_ALL = ['nishi', 'emma'];

/** Plans follows. Nobody follows users of 12 or under, and those follow professionals only. */
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
    const created_at = subMinutes(subDays(now, chance.below(400)), 200 + chance.below(1440));
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
    // Earlier in the list means better known.
    for (const [rank, professional] of professionals.entries())
      if (chance.below(100) < 78 - rank * 5) follow(person, professional);
    for (const other of chance.sample(named, chance.below(4))) follow(person, other);
  }
  return [...pairs.values()];
}
