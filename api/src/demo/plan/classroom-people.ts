import type { Topic } from '../content/topic';
import { seededRandom } from './deterministic';
import { isChild, isOfStudents, type Person } from './people';

/**
 * Returns the users who may attend: student classrooms are for users of 24 or under, and hosts do not visit their own.
 */
export function audienceOf(topic: Topic, people: readonly Person[]): Person[] {
  return people.filter(
    (person) =>
      person.key !== topic.host &&
      person.row['state'] !== 'need_resubmit' &&
      (!topic.isForStudents || isOfStudents(person)),
  );
}

/** Chooses that many guests, a few of them named and listed first. `always` are included in any case. */
export function chooseGuests(
  key: string,
  audience: readonly Person[],
  count: number,
  always: readonly string[] = [],
): Person[] {
  const chance = seededRandom(`guests of ${key}`);
  const sure = audience.filter((person) => always.includes(person.key));
  const rest = audience.filter((person) => !always.includes(person.key));
  const named = chance.sample(
    rest.filter((person) => person.isNamed && !isChild(person) && !canSignIn(person)),
    4,
  );
  const crowd = chance.sample(
    rest.filter((person) => !person.isNamed),
    count,
  );
  return [...sure, ...named, ...crowd].slice(0, count);
}

/** The reservations and presence of sign-in users are set one by one, so that each finds the buttons it needs. */
const signIns = new Set([
  'adult',
  'student',
  'child',
  'school',
  'host',
  'subscriber',
  'resubmit',
  'unpaid',
  'unverified',
  'staff',
]);
export const canSignIn = (person: Person) => signIns.has(person.key);
