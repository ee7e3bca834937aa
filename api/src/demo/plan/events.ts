import { addMilliseconds, addMinutes, differenceInMilliseconds, min, subDays, subMinutes } from 'date-fns';

import { firstCategoryId } from '../../modules/categories/first-categories';
import { CANCEL_POLICY, type EventEntry, events, type EventTime } from '../content/events';
import { classroomId, type PlannedClassroom } from './classrooms';
import { deterministicId, seededRandom } from './deterministic';
import { at, lastFullFive, weekdayFrom } from './japan-time';
import { isChild, isOfStudents, type Person } from './people';
import { seriesIdOf } from './series';

/** Entry opens this many minutes before the start, and sale ends this many minutes before it. */
const ENTRY_MINUTES = 10;
const SALE_ENDS_MINUTES = 30;
const SALE_DAYS = 30;
const HOLD_MINUTES = 15;
/** One buyer of a general ticket in this many has no account. */
const GUEST_EVERY = 9;
const TAX_RATE = 10;

const ticketNames = { general: '一般', student: '学生', premium: 'プラン会員', invited: 'ご招待' } as const;
const routes = { general: 'general', student: 'student', premium: 'premium', invited: 'invitation' } as const;

/** Tickets of the users who can sign in: event, ticket kind, state of the participation. */
const own: Readonly<Record<string, readonly (readonly [event: string, kind: keyof typeof routes, state: string])[]>> = {
  adult: [
    ['poetry', 'general', 'confirmed'],
    ['workshop', 'general', 'waitlisted'],
    ['sengoku', 'general', 'joined'],
    ['drama', 'general', 'refunded'],
  ],
  student: [
    ['galaxy', 'student', 'confirmed'],
    ['pathway', 'general', 'confirmed'],
    ['figurenight', 'student', 'joined'],
  ],
  school: [
    ['pathway', 'general', 'confirmed'],
    ['figurenight', 'student', 'joined'],
  ],
  subscriber: [
    ['galaxy', 'premium', 'confirmed'],
    ['poetry', 'premium', 'confirmed'],
    ['figurenight', 'general', 'joined'],
  ],
  unpaid: [
    ['galaxy', 'general', 'pending_payment'],
    ['flames', 'general', 'joined'],
    ['figurenight', 'general', 'joined'],
  ],
  unverified: [
    ['pathway', 'general', 'confirmed'],
    ['figurenight', 'general', 'joined'],
  ],
};

export interface PlannedEvent {
  row: {
    id: string;
    organizer_id: string;
    title: string;
    category_id: string;
    state: EventEntry['state'];
    start_at: Date;
    end_at: Date;
    entry_open_at: Date;
    classroom_id: string | null;
    created_at: Date;
    updated_at: Date;
  } & Record<string, unknown>;
  tickets: ({ id: string; kind: string; sold: number; held: number; sale_start_at: Date; sale_end_at: Date } & Record<
    string,
    unknown
  >)[];
  discountCodes: Record<string, unknown>[];
  materials: Record<string, unknown>[];
  invitations: ({ id: string; ticket_type_id: string; uses: number; max_uses: number } & Record<string, unknown>)[];
  participations: ({
    id: string;
    ticket_type_id: string;
    user_id: string | null;
    state: string;
    created_at: Date;
  } & Record<string, unknown>)[];
}

export const eventId = (key: string) => deterministicId('evt', key);

/** Returns its start time as of now. */
export function startOf(time: EventTime, now: Date): Date {
  if ('inMinutes' in time) return addMinutes(lastFullFive(now), time.inMinutes);
  if ('daysAgo' in time) return at(now, -time.daysAgo, time.at);
  return weekdayFrom(now, time.fromDays, time.on, time.at);
}

export function planEvents(
  people: readonly Person[],
  classrooms: readonly PlannedClassroom[],
  now: Date,
): PlannedEvent[] {
  const byId = new Map(people.map((person) => [person.id, person]));
  return events.map((entry) => {
    const room = entry.classroom
      ? classrooms.find(({ row }) => row.id === classroomId(entry.classroom ?? '', 'live'))
      : undefined;
    const inside =
      entry.state === 'live'
        ? room?.users.flatMap(({ user_id: id, role }) => {
            const person = byId.get(id);
            return person && role !== 'host' ? [person] : [];
          })
        : undefined;
    const roomOfDate = seriesIdOf('event', entry.key) && classroomId('event', entry.key);
    return planEvent(entry, inside ?? people, now, room?.row.id ?? roomOfDate);
  });
}

/** Gives the rooms in which events take place the title, category and times of their event. */
export function followEvents(
  classrooms: readonly PlannedClassroom[],
  events: readonly PlannedEvent[],
): PlannedClassroom[] {
  const eventIn = new Map(events.map(({ row }) => [row.classroom_id, row]));
  return classrooms.map((classroom) => {
    const event = eventIn.get(classroom.row.id);
    if (!event) return classroom;
    const { title: name, category_id, start_at, end_at } = event;
    return { ...classroom, row: { ...classroom.row, name, category_id, start_at, end_at } };
  });
}

function planEvent(entry: EventEntry, people: readonly Person[], now: Date, roomId: string | null): PlannedEvent {
  const startAt = startOf(entry.time, now);
  const id = eventId(entry.key);
  const saleStartAt =
    entry.saleInDays === undefined ? subDays(min([startAt, now]), SALE_DAYS) : at(now, entry.saleInDays, '12:00');
  const saleEndAt = addMinutes(startAt, entry.state === 'open' || entry.state === 'live' ? 0 : -SALE_ENDS_MINUTES);
  const createdAt = subDays(min([saleStartAt, now]), 5);
  const sales = sell(entry, id, people, { now, from: saleStartAt, to: min([saleEndAt, now]) });
  const count = (kind: string, states: readonly string[]) =>
    sales.filter((sale) => sale.ticket_type_id === ticketId(id, kind) && states.includes(sale.state)).length;
  return {
    row: {
      id,
      organizer_id: deterministicId('usr', entry.organizer),
      title: entry.title,
      subtitle: entry.subtitle ?? '',
      description: entry.description,
      image_url: `/media/demo/c-${entry.image}.svg`,
      category_id: firstCategoryId(entry.category),
      speaker_ids: entry.speakers.map((key) => deterministicId('usr', key)),
      start_at: startAt,
      end_at: addMinutes(startAt, entry.minutes),
      entry_open_at: subMinutes(startAt, ENTRY_MINUTES),
      state: entry.state,
      classroom_id: roomId,
      archive_id: null,
      cancel_policy: CANCEL_POLICY,
      participant_count: sales.filter(({ state }) => state === 'confirmed' || state === 'joined').length,
      is_demo: true,
      created_at: createdAt,
      updated_at: createdAt,
    },
    tickets: entry.tickets.map(({ kind, price, quota }) => ({
      id: ticketId(id, kind),
      event_id: id,
      name: ticketNames[kind],
      kind,
      price,
      tax_rate: price === 0 ? 0 : TAX_RATE,
      quota,
      sold: count(kind, ['confirmed', 'joined']),
      held: count(kind, ['held', 'pending_payment']),
      sale_start_at: saleStartAt,
      sale_end_at: saleEndAt,
    })),
    discountCodes: [entry.discountCode ?? []]
      .flat()
      .map(({ code, percentOff, maxUses }) => ({
        id: deterministicId('dsc', `${id} ${code}`),
        event_id: id,
        code,
        percent_off: percentOff,
        max_uses: maxUses,
        created_at: createdAt,
      })),
    materials: (entry.links ?? []).map(({ title, url }) => ({
      id: deterministicId('mat', `${id} ${url}`),
      classroom_id: roomId,
      user_id: deterministicId('usr', entry.organizer),
      kind: 'link',
      title,
      url,
      created_at: createdAt,
      updated_at: createdAt,
    })),
    invitations: (entry.invitations ?? []).map(({ code, kind, maxUses, uses }) => ({
      id: deterministicId('inv', code),
      event_id: id,
      ticket_type_id: ticketId(id, kind),
      code,
      max_uses: maxUses,
      uses,
      created_by: deterministicId('usr', entry.organizer),
      created_at: createdAt,
    })),
    participations: sales,
  };
}

const ticketId = (event: string, kind: string) => deterministicId('tkt', `${event} ${kind}`);

/** Which users may hold a ticket of each kind. */
const buyers: Record<keyof typeof routes, (person: Person) => boolean> = {
  general: (person) => !isChild(person) && !isOfStudents(person),
  student: (person) => !isChild(person) && isOfStudents(person),
  premium: (person) => person.isSubscribed,
  invited: (person) => !isChild(person),
};

interface SaleTime {
  now: Date;
  from: Date;
  to: Date;
}

function sell(
  entry: EventEntry,
  id: string,
  people: readonly Person[],
  time: SaleTime,
): PlannedEvent['participations'] {
  const isOver = entry.state === 'live' || entry.state === 'ended' || entry.state === 'archived';
  const chance = seededRandom(`sales of ${entry.key}`);
  const taken = new Set([entry.organizer, ...entry.speakers, ...Object.keys(own), 'child', 'resubmit', 'staff']);
  const wanted: { kind: keyof typeof routes; state: string; person: Person | null }[] = [];
  const ownOf = (kind: string, states: readonly string[]) =>
    people.filter((person) =>
      own[person.key]?.some(
        ([event, ticket, state]) => event === entry.key && ticket === kind && states.includes(state),
      ),
    );
  const add = (kind: keyof typeof routes, count: number, state: string, given: readonly Person[]) => {
    for (const person of given)
      wanted.push({ kind, state: own[person.key]?.find(([event]) => event === entry.key)?.[2] ?? state, person });
    const free = people.filter((person) => !taken.has(person.key) && buyers[kind](person));
    const some = [
      ...chance.sample(
        free.filter(({ isNamed }) => isNamed),
        5,
      ),
      ...chance.sample(
        free.filter(({ isNamed }) => !isNamed),
        count,
      ),
    ].slice(0, Math.max(0, count - given.length));
    for (const [index, person] of some.entries()) {
      taken.add(person.key);
      wanted.push({
        kind,
        state,
        person: kind === 'general' && state !== 'waitlisted' && index % GUEST_EVERY === GUEST_EVERY - 1 ? null : person,
      });
    }
  };
  for (const { kind, sold, held = 0 } of entry.tickets) {
    add(kind, sold, isOver ? 'joined' : 'confirmed', ownOf(kind, ['confirmed', 'joined']));
    add(kind, held, 'pending_payment', ownOf(kind, ['pending_payment']));
  }
  add('general', entry.waiting ?? 0, 'waitlisted', ownOf('general', ['waitlisted']));
  add('general', entry.refunded ?? 0, 'refunded', ownOf('general', ['refunded']));

  const step = differenceInMilliseconds(time.to, time.from) / (wanted.length + 1);
  return wanted.map(({ kind, state, person }, index) => {
    const createdAt =
      state === 'pending_payment'
        ? subMinutes(time.now, 4)
        : addMilliseconds(time.from, Math.round(step * (index + 1)));
    return {
      id: deterministicId('ptc', `${id} ${index}`),
      event_id: id,
      ticket_type_id: ticketId(id, kind),
      user_id: person?.id ?? null,
      guest_email: person ? null : `guest.${entry.key}.${index}@people.demo.manabiba.test`,
      route: routes[kind],
      state,
      payment_intent_id: null,
      amount: state === 'waitlisted' ? 0 : (entry.tickets.find((ticket) => ticket.kind === kind)?.price ?? 0),
      hold_expires_at: state === 'pending_payment' ? addMinutes(createdAt, HOLD_MINUTES) : null,
      waits_since: state === 'waitlisted' ? createdAt : null,
      confirmed_at: state === 'confirmed' || state === 'joined' ? createdAt : null,
      created_at: createdAt,
    };
  });
}
