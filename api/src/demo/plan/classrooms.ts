import { randomBytes } from 'node:crypto';

import {
  addMilliseconds,
  addMinutes,
  differenceInMilliseconds,
  differenceInSeconds,
  min,
  subDays,
  subMinutes,
} from 'date-fns';

import { firstCategoryId, firstInterestId } from '../../modules/categories/first-categories';
import {
  cancelled,
  type DatedEntry,
  live,
  type LiveEntry,
  past,
  privateLive,
  privatePast,
  privateUpcoming,
  upcoming,
} from '../content/schedule';
import type { Topic } from '../content/topic';
import { topicsOfArts } from '../content/topics-of-arts';
import { topicsOfNumbers } from '../content/topics-of-numbers';
import { topicsOfWords } from '../content/topics-of-words';
import { audienceOf, canSignIn, chooseGuests } from './classroom-people';
import { type CommentRow, planComments } from './comments';
import { deterministicId, seededRandom } from './deterministic';
import { lastFullFive, turnOf } from './japan-time';
import { isChild, type Person } from './people';
import { seriesIdOf } from './series';

/** Length of a classroom, in minutes. Source: the product's rules. */
export const LENGTH_MINUTES = 45;
/** What is the same for every room of the demo. */
export const ROOM_RULES = { recording: false, locked: false, max_speakers: 50, max_listeners: 500, is_demo: true };

const topics = { ...topicsOfNumbers, ...topicsOfWords, ...topicsOfArts };

type State = 'scheduled' | 'live' | 'ended' | 'cancelled';

export interface PlannedClassroom {
  row: {
    id: string;
    state: State;
    start_at: Date;
    end_at: Date;
    started_at: Date | null;
    ended_at: Date | null;
    name: string;
    host_id: string;
  } & Record<string, unknown>;
  reservations: { classroom_id: string; user_id: string; created_at: Date }[];
  users: {
    classroom_id: string;
    user_id: string;
    role: string;
    joined_at: Date | null;
    left_at: Date | null;
    seconds_present: number;
    is_muted: boolean;
  }[];
  comments: CommentRow[];
}

/** The reservations of users who can sign in; all others are random. */
const seats: Readonly<Record<string, readonly string[]>> = {
  adult: ['weather 0', 'geometry 0', 'nanboku 0', 'trig live'],
  student: ['geometry 0', 'weather 0', 'nanboku 0', 'review 1', 'trig live'],
  child: ['nanboku 0', 'kitchen 2', 'moon 4', 'trig live'],
  school: ['grammar 0', 'nanboku 0', 'exam 4', 'trig live'],
  host: ['nanboku 0', 'hands 0', 'speaking live'],
  subscriber: ['sangetsu 0', 'nanboku 0', 'kokoro 2', 'trig live'],
  unpaid: ['nanboku 0', 'moon 4', 'trig live'],
  unverified: ['webpage 3', 'nanboku 0', 'trig live'],
  staff: ['nanboku 0', 'trig live'],
};
const seatedIn = (place: string) => Object.keys(seats).filter((key) => seats[key]?.includes(place));

/** Users who are certain to have attended those rooms, because they speak there. */
const speakersOf: Readonly<Record<string, readonly string[]>> = {
  'live trig': ['sakamoto', 'hashimoto', 'abe', 'ueda', 'kondo', 'ohno'],
  'past derivative': ['ueda', 'adult'],
  'upcoming nanboku': ['nishi', 'student'],
};

/** Plans every classroom of the demo with its participants and comments, as of now. */
export function planClassrooms(people: readonly Person[], now: Date): PlannedClassroom[] {
  const plan = createPlanner(people, now);
  return [
    ...live.map((entry) => plan.live(entry, false)),
    ...privateLive.map((entry) => plan.live(entry, true)),
    ...upcoming.map((entry) => plan.upcoming(entry, false)),
    ...privateUpcoming.map((entry) => plan.upcoming(entry, true)),
    ...past.map((entry) => plan.past(entry, false)),
    ...privatePast.map((entry) => plan.past(entry, true)),
    ...cancelled.map((entry) => plan.cancelled(entry)),
  ];
}

/** The id of a classroom by its topic and occasion: `live`, a turn, or `cancelled` and a turn. */
export const classroomId = (topic: string, occasion: string) => deterministicId('cls', `${topic} ${occasion}`);

function createPlanner(people: readonly Person[], now: Date) {
  const byKey = new Map(people.map((person) => [person.key, person]));
  /** Nobody is in two rooms at once. Hosts of live rooms are in theirs. */
  const busy = new Set([...live, ...privateLive].map(({ topic }) => topicOf(topic).host));

  function begin(
    key: string,
    occasion: string,
    state: State,
    startAt: Date,
    { isPrivate = false, number }: { isPrivate?: boolean; number?: number | undefined },
  ) {
    const topic = topicOf(key);
    const host = hostOf(topic, byKey);
    const id = classroomId(key, occasion);
    const createdAt = subDays(min([startAt, now]), 2 + seededRandom(id).below(9));
    const hasBegun = state === 'live' || state === 'ended';
    const row: PlannedClassroom['row'] = {
      id,
      host_id: host.id,
      series_id: isPrivate ? null : seriesIdOf(key, occasion),
      name: topic.name.replace('{n}', String(number ?? 1)),
      description: topic.description,
      category_id: firstCategoryId(topic.category),
      interest_ids: (topic.interests ?? []).map((name) => firstInterestId(topic.category, name)),
      cover_url: topic.cover ? `/media/demo/c-${topic.cover}.svg` : null,
      start_at: startAt,
      end_at: addMinutes(startAt, LENGTH_MINUTES),
      state,
      started_at: hasBegun ? startAt : null,
      ended_at: state === 'ended' ? addMinutes(startAt, LENGTH_MINUTES) : null,
      all_users: !topic.isForStudents,
      audience_mode: topic.isAudienceMode ?? false,
      private_mode: isPrivate,
      private_key: isPrivate ? randomBytes(16).toString('base64url') : null,
      ...ROOM_RULES,
      created_at: createdAt,
      updated_at: createdAt,
    };
    return { topic, host, id, createdAt, row, audience: audienceOf(topic, people) };
  }

  /** Spreads reservations over the time since creation; named users come first. */
  const reserve = (id: string, guests: readonly Person[], from: Date, to: Date) => {
    const step = Math.max(1, Math.floor(differenceInMilliseconds(to, from) / (guests.length + 1)));
    return guests.map((guest, index) => ({
      classroom_id: id,
      user_id: guest.id,
      created_at: addMilliseconds(from, step * (index + 1)),
    }));
  };

  const hostRow = (id: string, host: Person, row: PlannedClassroom['row']) => ({
    classroom_id: id,
    user_id: host.id,
    role: 'host',
    joined_at: row.started_at && subMinutes(row.started_at, 3),
    left_at: row.ended_at,
    seconds_present: row.ended_at ? LENGTH_MINUTES * 60 : 0,
    is_muted: false,
  });

  /** Users of 12 or under only listen, as does everyone the host does not let speak. */
  const guestRow = (id: string, guest: Person, index: number, topic: Topic, joinedAt: Date, leftAt: Date | null) => {
    const role = isChild(guest)
      ? 'listener'
      : guest.key === 'ohno'
        ? 'co_host'
        : topic.isAudienceMode && index > 4
          ? 'listener'
          : 'speaker';
    return {
      classroom_id: id,
      user_id: guest.id,
      role,
      joined_at: joinedAt,
      left_at: leftAt,
      seconds_present: leftAt ? differenceInSeconds(leftAt, joinedAt) : 0,
      // A few speak, the others listen with their microphones off.
      is_muted: role === 'listener' || index > 2,
    };
  };

  return {
    live(
      { topic: key, begunMinutes, participants, reserved, comments }: LiveEntry,
      isPrivate: boolean,
    ): PlannedClassroom {
      const startAt = subMinutes(lastFullFive(now), begunMinutes);
      const { topic, host, id, createdAt, row, audience } = begin(key, 'live', 'live', startAt, { isPrivate });
      const free = audience.filter((person) => !busy.has(person.key) && !canSignIn(person));
      const guests = chooseGuests(`live ${key}`, free, participants - 1, speakersOf[`live ${key}`]);
      for (const guest of guests) busy.add(guest.key);
      const holders = chooseGuests(
        `seats ${key}`,
        audience.filter((person) => !canSignIn(person) || seatedIn(`${key} live`).includes(person.key)),
        reserved,
        seatedIn(`${key} live`),
      );
      return {
        row,
        reservations: reserve(id, holders, createdAt, startAt),
        users: [
          hostRow(id, host, row),
          ...guests.map((guest, index) =>
            guestRow(id, guest, index, topic, min([addMilliseconds(startAt, index * 7000), now]), null),
          ),
        ],
        comments: planComments({
          key: `live ${key}`,
          classroomId: id,
          host,
          guests,
          byKey,
          count: comments,
          from: startAt,
          to: now,
        }),
      };
    },

    upcoming(
      { topic: key, time, turn, people: reserved, comments = key === 'nanboku' ? 3 : 0, number }: DatedEntry,
      isPrivate: boolean,
    ): PlannedClassroom {
      const { host, id, createdAt, row, audience } = begin(
        key,
        String(turn),
        'scheduled',
        turnOf(now, time, turn, LENGTH_MINUTES),
        { isPrivate, number },
      );
      const sure = [...seatedIn(`${key} ${turn}`), ...(speakersOf[`upcoming ${key}`] ?? [])];
      const holders = chooseGuests(
        `${key} ${turn}`,
        audience.filter((person) => !canSignIn(person) || sure.includes(person.key)),
        reserved,
        sure,
      );
      return {
        row,
        reservations: reserve(id, holders, createdAt, now),
        users: [hostRow(id, host, row)],
        comments: planComments({
          key: `upcoming ${key}`,
          classroomId: id,
          host,
          guests: holders,
          byKey,
          count: comments,
          from: createdAt,
          to: now,
        }),
      };
    },

    past(
      { topic: key, time, turn, people: present, comments = 0, number }: DatedEntry,
      isPrivate: boolean,
    ): PlannedClassroom {
      const { topic, host, id, createdAt, row, audience } = begin(
        key,
        String(turn),
        'ended',
        turnOf(now, time, turn, LENGTH_MINUTES),
        { isPrivate, number },
      );
      const endAt = row.end_at;
      const guests = chooseGuests(
        `${key} ${turn}`,
        audience.filter((person) => person.key !== 'child'),
        present - 1,
        speakersOf[`past ${key}`],
      );
      const chance = seededRandom(`presence ${id}`);
      return {
        row,
        reservations: reserve(id, guests.slice(0, Math.ceil(present * 0.8)), createdAt, row.start_at),
        users: [
          hostRow(id, host, row),
          ...guests.map((guest, index) =>
            guestRow(
              id,
              guest,
              index,
              topic,
              addMinutes(row.start_at, chance.below(8)),
              addMinutes(endAt, -chance.below(12)),
            ),
          ),
        ],
        comments: planComments({
          key: `past ${key}`,
          classroomId: id,
          host,
          guests,
          byKey,
          count: comments,
          from: addMinutes(endAt, 1),
          to: min([addMinutes(endAt, 90), now]),
        }),
      };
    },

    cancelled({ topic: key, time, turn, comments = 0 }: DatedEntry): PlannedClassroom {
      const { host, id, createdAt, row, audience } = begin(
        key,
        `cancelled ${turn}`,
        'cancelled',
        turnOf(now, time, turn, LENGTH_MINUTES),
        {},
      );
      const guests = chooseGuests(`cancelled ${key}`, audience, comments * 2);
      const to = min([row.start_at, now]);
      return {
        row,
        reservations: [],
        users: [hostRow(id, host, row)],
        comments: planComments({
          key: `upcoming ${key}`,
          classroomId: id,
          host,
          guests,
          byKey,
          count: comments,
          from: createdAt,
          to,
        }),
      };
    },
  };
}

function topicOf(key: string): Topic {
  const topic = topics[key];
  if (!topic) throw new Error(`The demo has no topic "${key}".`);
  return topic;
}

function hostOf(topic: Topic, byKey: ReadonlyMap<string, Person>): Person {
  const host = byKey.get(topic.host);
  if (!host) throw new Error(`The demo has no user "${topic.host}".`);
  return host;
}
