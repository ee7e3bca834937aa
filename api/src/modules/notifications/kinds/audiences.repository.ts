import { subMilliseconds } from 'date-fns';
import { millisecondsInMinute } from 'date-fns/constants';
import { type RawBuilder, sql } from 'kysely';

import { bornBy, STUDENT_MAX_AGE } from '../../users/age';
import { isSchoolSeparated } from '../../users/user-columns';

/** What an audience is selected by: the subjects of a cause, and today's age limits. */
export interface AudienceInput {
  subjects: Record<string, string>;
  actorId: string | null;
  now: Date;
  communicateMinAge: number;
}

/**
 * The people whom a cause concerns, as SQL. `people` selects `user_id`, each once; `condition` restricts it by the row
 * of the user (alias u).
 */
export type Audience = (input: AudienceInput) => { people: RawBuilder<unknown>; condition: RawBuilder<unknown> };

const always = sql`true`;
const idOf = (subjects: Record<string, string>, name: string) => subjects[name] ?? '';

/** A purchase this short before a reminder makes the reminder pointless, in milliseconds. */
const FRESH_MS = 5 * millisecondsInMinute;

/** Whether a user is in a room now. */
const isIn = (room: RawBuilder<unknown>) => sql`exists (select from classroom_users cu
  where cu.classroom_id = ${room} and cu.user_id = u.id and cu.joined_at is not null and cu.left_at is null)`;

/** One person. */
export const onePerson: Audience = ({ subjects }) => ({
  people: sql`select ${idOf(subjects, 'user')}::text as user_id`,
  condition: always,
});

/** An audience of announcements, or one person by id. */
export const announced: Audience = ({ subjects, now }) => {
  const audience = idOf(subjects, 'audience');
  if (audience === 'all') return { people: sql`select id as user_id from users`, condition: always };
  if (audience === 'professionals')
    return { people: sql`select user_id from professionals`, condition: sql`u.role = 'professional'` };
  const ofEveryone: Record<string, RawBuilder<unknown>> = {
    students: sql`u.role <> 'professional' and u.birth_date > ${bornBy(STUDENT_MAX_AGE + 1, now)}`,
    pupils: sql`u.partner_school_id is not null`,
    subscribers: sql`u.is_subscribed`,
  };
  const condition = ofEveryone[audience];
  if (condition) return { people: sql`select id as user_id from users`, condition };
  return { people: sql`select ${audience}::text as user_id`, condition: always };
};

/** Whether an upcoming or live public class is open to a follower of the actor, who is its host or reserved it. */
const isOpenTo = (
  which: RawBuilder<unknown>,
  { actorId, now, communicateMinAge }: AudienceInput,
) => sql`exists (select from classrooms c join users a on a.id = ${actorId}
    where ${which} and (not c.private_mode or c.event_id is not null) and c.state in ('scheduled', 'live')
      and (a.role = 'professional' or a.birth_date <= ${bornBy(communicateMinAge, now)})
      and c.host_id <> u.id
      and (c.all_users or (u.role <> 'professional' and u.birth_date > ${bornBy(STUDENT_MAX_AGE + 1, now)}))
      and not exists (select from reservations r where r.classroom_id = c.id and r.user_id = u.id)
      and not exists (select from user_blocks b where (b.blocker_id, b.blocked_id) in ((c.host_id, u.id), (u.id, c.host_id)))
      and not ${sql.raw(isSchoolSeparated('c.host_id', 'u.id'))})`;

const followersOf = (actorId: string | null) =>
  sql`select follower_id as user_id from follows where followee_id = ${actorId}`;

/**
 * The followers of the actor who may join an upcoming or live public classroom: those of the right age and school. A
 * classroom that was cancelled or made private meanwhile concerns nobody, nor does what a user of 12 or under did.
 */
export const followersWhoMayJoin: Audience = (input) => ({
  people: followersOf(input.actorId),
  condition: isOpenTo(sql`c.id = ${idOf(input.subjects, 'classroom')}`, input),
});

/** The followers of a host who may join something new: a class that is no date of a series, or a date of the series. */
export const followersWhoMayJoinNew: Audience = (input) => {
  const { classroom, series } = input.subjects;
  return {
    people: followersOf(input.actorId),
    condition: isOpenTo(
      series === undefined ? sql`c.id = ${classroom ?? ''} and c.series_id is null` : sql`c.series_id = ${series}`,
      input,
    ),
  };
};

/** Those who had reserved all classes of a series, or bought several of its dates at once, before others were added. */
const bookersOfSeries: Audience = ({ subjects }) => {
  const seriesId = idOf(subjects, 'series');
  const addedAt = sql`${idOf(subjects, 'addedAt')}::timestamptz`;
  return {
    people: sql`(
      select user_id from series_bookings where series_id = ${seriesId} and booked_at < ${addedAt}
      union
      select y.user_id from payments y join participations p on p.id = y.participation_id join classrooms c on c.event_id = p.event_id
      where c.series_id = ${seriesId} and y.bundle_id is not null and y.paid_at < ${addedAt} and y.user_id = p.user_id and p.state in ('confirmed', 'joined')
    )`,
    condition: sql`exists (select from classrooms c join series s on s.id = c.series_id
      where s.id = ${seriesId} and s.hidden_at is null and c.series_added_at = ${addedAt} and c.state in ('scheduled', 'live')
        and not exists (select from reservations r where r.classroom_id = c.id and r.user_id = u.id)
        and not exists (select from participations p where p.event_id = c.event_id and p.user_id = u.id and p.state in ('confirmed', 'joined')))`,
  };
};

/** Those who reserved a classroom. */
export const reservers: Audience = ({ subjects }) => ({
  people: sql`select user_id from reservations where classroom_id = ${idOf(subjects, 'classroom')}`,
  condition: always,
});

/** Those who reserved a live classroom and are not in it. */
export const absentReservers: Audience = (input) => ({
  ...reservers(input),
  condition: sql`exists (select from classrooms c where c.id = ${idOf(input.subjects, 'classroom')} and c.state = 'live')
    and not ${isIn(sql`${idOf(input.subjects, 'classroom')}`)}`,
});

const participations = (eventId: string) => sql`select user_id from participations
  where event_id = ${eventId} and route <> 'archive' and state in ('confirmed', 'joined') and user_id is not null`;

/** Those who have a seat in an event. */
export const participants: Audience = ({ subjects }) => ({
  people: participations(idOf(subjects, 'event')),
  condition: always,
});

/** Whether there is a message by a host who may write. */
const hasMessage = ({
  subjects,
}: AudienceInput) => sql`exists (select from host_messages m join users h on h.id = m.user_id
  where m.id = ${idOf(subjects, 'message')} and m.removed_at is null and h.state not in ('suspended', 'withdrawn'))`;

/** Those who have a seat in an event, while there is a message for them. */
export const messageRecipients: Audience = (input) => ({ ...participants(input), condition: hasMessage(input) });

/** Those who reserved a class, once it has ended those who attended it, while there is a message for them. */
export const classMessageRecipients: Audience = (input) => {
  const classroomId = idOf(input.subjects, 'classroom');
  return {
    people: sql`select r.user_id from reservations r join classrooms c on c.id = r.classroom_id
        where c.id = ${classroomId} and c.state <> 'ended'
      union select cu.user_id from classroom_users cu join classrooms c on c.id = cu.classroom_id
        where c.id = ${classroomId} and c.state = 'ended' and cu.joined_at is not null and cu.kicked_at is null and cu.anonymous_id is null`,
    condition: hasMessage(input),
  };
};

/** Those who reserved a classroom or a series, or have a seat in an event: whichever has changed its dates. */
export const attendees: Audience = (input) => {
  if (input.subjects['series'] !== undefined) return bookersOfSeries(input);
  return input.subjects['event'] === undefined ? reservers(input) : participants(input);
};

/**
 * Those with a seat in an event that still starts when the cause says, who are not in its room and have not just got
 * the seat.
 */
export const absentParticipants: Audience = ({ subjects, now }) => ({
  people: sql`${participations(idOf(subjects, 'event'))} and coalesce(confirmed_at, created_at) <= ${subMilliseconds(now, FRESH_MS)}`,
  condition: sql`exists (select from events e where e.id = ${idOf(subjects, 'event')} and e.state in ('published', 'open', 'live')
    and date_trunc('milliseconds', e.start_at) = ${idOf(subjects, 'startAt')}::timestamptz and not ${isIn(sql`e.classroom_id`)})`,
});

/** Those with a seat in an event whose entry is open, who are not in its room. */
export const admittedParticipants: Audience = ({ subjects }) => ({
  people: participations(idOf(subjects, 'event')),
  condition: sql`exists (select from events e where e.id = ${idOf(subjects, 'event')} and e.state in ('open', 'live') and not ${isIn(sql`e.classroom_id`)})`,
});

/** Those who had a seat in an event, or who reserved or attended a classroom, whichever has a replay they may find. */
export const formerAttendees: Audience = ({ subjects }) => ({
  people: sql`select user_id from participations where event_id = ${subjects['event'] ?? ''}
      and route <> 'archive' and state in ('confirmed', 'joined') and user_id is not null
    union select user_id from reservations where classroom_id = ${subjects['classroom'] ?? ''}
    union select user_id from classroom_users where classroom_id = ${subjects['classroom'] ?? ''} and joined_at is not null and anonymous_id is null`,
  condition: always,
});
