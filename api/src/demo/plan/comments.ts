import { addMilliseconds, compareAsc, differenceInMilliseconds, max, min } from 'date-fns';

import { afterwards, beforehand, during, hostAfterwards, hostBeforehand, hostDuring, said } from '../content/comments';
import { deterministicId, seededRandom } from './deterministic';
import { notAtNight } from './japan-time';
import { isChild, type Person } from './people';

export interface CommentRow {
  id: string;
  classroom_id: string;
  user_id: string;
  body: string;
  created_at: Date;
  deleted_at: Date | null;
  deleted_by: string | null;
}

interface Conversation {
  /** `live trig`: the phase and the topic. */
  key: string;
  classroomId: string;
  host: Person;
  /** Users who may comment; those of 12 or under may not. */
  guests: readonly Person[];
  byKey: ReadonlyMap<string, Person>;
  count: number;
  from: Date;
  to: Date;
}

const phases = {
  upcoming: { guests: beforehand, host: hostBeforehand },
  live: { guests: during, host: hostDuring },
  past: { guests: afterwards, host: hostAfterwards },
} as const;

/** One comment in this many was deleted. */
const DELETED_EVERY = 37;

/** Plans the comments of a classroom between two times, in order. No user posts the same text twice there. */
export function planComments({ key, classroomId, host, guests, byKey, count, from, to }: Conversation): CommentRow[] {
  const chance = seededRandom(`comments ${key} ${classroomId}`);
  const phase = phases[key.split(' ')[0] as keyof typeof phases];
  const fixed = (said[key] ?? []).flatMap(([author, body]) => {
    const user = byKey.get(author);
    return user ? [{ user, body }] : [];
  });
  const writers = guests.filter((person) => !isChild(person));
  const lines = chance.sample(phase.guests, count);
  const replies = chance.sample(phase.host, Math.floor(count / 4));
  const free = Array.from({ length: Math.max(0, count - fixed.length) }, (_, index) => {
    const reply = index % 4 === 3 ? replies.pop() : undefined;
    if (reply) return { user: host, body: reply };
    const body = lines.pop();
    return body && writers.length > 0 ? { user: chance.pick(writers), body } : undefined;
  }).filter((line) => line !== undefined);
  const all = [...free, ...fixed];
  const step = differenceInMilliseconds(to, from) / (all.length + 1);
  const times = all
    .map((_, index) => addMilliseconds(from, Math.round(step * (index + 0.5 + chance.below(100) / 200))))
    .map((time) => (phase === phases.upcoming ? max([from, notAtNight(time)]) : time))
    .sort(compareAsc);
  return all.map(({ user, body }, index) => {
    const created_at = times[index] ?? to;
    const isDeleted = !fixed.some((line) => line.body === body) && chance.below(DELETED_EVERY) === 0;
    return {
      id: deterministicId('com', `${classroomId} ${index}`),
      classroom_id: classroomId,
      user_id: user.id,
      body,
      created_at,
      deleted_at: isDeleted ? min([addMilliseconds(created_at, 40_000), to]) : null,
      deleted_by: isDeleted ? 'author' : null,
    };
  });
}
