import { addMinutes } from 'date-fns';

import { ratingAnswers, ratings } from '../content/ratings';
import { canSignIn } from './classroom-people';
import type { PlannedClassroom } from './classrooms';
import { deterministicId, seededRandom } from './deterministic';
import { isChild, type Person } from './people';

/** One person in this many who were in an ended class rates it. */
const RATED_BY = 6;
const MAX_RATINGS = 8;
/** Until when all are written and answered, in minutes after the end. */
const LAST_WRITTEN_MINUTES = 120;
/** Age from which a rating shows the name of its author. */
const NAMED_FROM_AGE = 18;

/** Plans the ratings of ended classes. Those who sign in write their own. */
export function planRatings(
  classrooms: readonly PlannedClassroom[],
  people: readonly Person[],
  eventRooms: ReadonlySet<string | null>,
  now: Date,
) {
  const byId = new Map(people.map((person) => [person.id, person]));
  return classrooms.flatMap(({ row, users }) => {
    const { id, host_id, ended_at: endedAt, private_mode: isPrivate } = row;
    if (endedAt === null || addMinutes(endedAt, LAST_WRITTEN_MINUTES) > now || isPrivate === true || eventRooms.has(id))
      return [];
    const chance = seededRandom(`ratings ${id}`);
    const guests = users
      .filter(({ user_id: userId, seconds_present: seconds }) => userId !== host_id && seconds > 0)
      .flatMap(({ user_id: userId }) => byId.get(userId) ?? [])
      .filter((person) => !isChild(person) && !canSignIn(person));
    const raters = chance.sample(guests, Math.min(MAX_RATINGS, Math.ceil(guests.length / RATED_BY)));
    const written = chance.sample(ratings, raters.length);
    return raters.map((person, index) => {
      const createdAt = addMinutes(endedAt, 3 + index * 11);
      const answer = index === 0 ? chance.pick(ratingAnswers) : null;
      return {
        id: deterministicId('rat', `${id} ${person.id}`),
        classroom_id: id,
        host_id,
        user_id: person.id,
        ...written[index],
        is_nameless: person.age < NAMED_FROM_AGE,
        answer,
        answered_at: answer === null ? null : addMinutes(createdAt, 40),
        created_at: createdAt,
      };
    });
  });
}
