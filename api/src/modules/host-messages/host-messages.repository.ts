import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { HostMessagesTable, MessageReportsTable } from '../../tables/host-messages';

export type HostMessageRow = Selectable<HostMessagesTable>;

/** The event, or the class outside of events, that messages are about. */
export interface MessageSubject {
  kind: 'event' | 'classroom';
  id: string;
}

interface NewMessage {
  about: MessageSubject;
  userId: string;
  number: number;
  subject: string;
  body: string;
  recipientCount: number;
  now: Date;
}

interface NewReport extends Pick<Selectable<MessageReportsTable>, 'reason' | 'detail'> {
  messageId: string;
  reporterId: string;
  evidence: object;
  now: Date;
}

/** What a message says to buyers without an account, and to whom. */
export interface GuestMailRow {
  participation_id: string;
  email: string;
  event_title: string;
  host_id: string;
  host_name: string;
  subject: string;
  body: string;
}

const columnOf = ({ kind }: MessageSubject) => (kind === 'event' ? ('event_id' as const) : ('classroom_id' as const));

/** SQL: p is a seat in the room of an event, not a ticket for its archive. */
const HAS_SEAT = sql.raw(`p.route <> 'archive' and p.state in ('confirmed', 'joined')`);

export type HostMessagesRepository = ReturnType<typeof createHostMessagesRepository>;

/** SQL: `user_id` attended a class `c` and may come back. */
const attended = (user: RawBuilder<unknown>) => sql`exists (select from classroom_users cu
  where cu.classroom_id = c.id and cu.user_id = ${user} and cu.joined_at is not null and cu.kicked_at is null and cu.anonymous_id is null)`;

/** Messages of hosts to those who take part, and reports of them. */
export function createHostMessagesRepository(db: Db) {
  return {
    /**
     * Counts whom a message reaches. In an event those who have a seat; an address without an account is one, however many
     * tickets it has. In a class those who reserved it, once it has ended those who attended it.
     */
    async countRecipients(on: Db | Trx, about: MessageSubject): Promise<number> {
      if (about.kind === 'classroom') return countOfClass(on, about.id);
      const { rows } = await sql<{ total: number }>`
        select count(distinct coalesce(p.user_id, lower(p.guest_email)))::int as total
        from participations p left join users u on u.id = p.user_id
        where p.event_id = ${about.id} and ${HAS_SEAT} and (u.id is null or u.state not in ('suspended', 'withdrawn'))`.execute(
        on,
      );
      return rows[0]?.total ?? 0;
    },

    /** Returns the messages, the latest first. */
    list: (on: Db | Trx, about: MessageSubject): Promise<HostMessageRow[]> =>
      on
        .selectFrom('host_messages')
        .selectAll()
        .where(columnOf(about), '=', about.id)
        .orderBy('number', 'desc')
        .execute(),

    insert: (trx: Trx, message: NewMessage): Promise<HostMessageRow> =>
      trx
        .insertInto('host_messages')
        .values({
          id: newId('msg'),
          event_id: message.about.kind === 'event' ? message.about.id : null,
          classroom_id: message.about.kind === 'classroom' ? message.about.id : null,
          user_id: message.userId,
          number: message.number,
          subject: message.subject,
          body: message.body,
          recipient_count: message.recipientCount,
          created_at: message.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /**
     * Returns the host of an event in which the user has a seat, or of a class that they reserved or attended, and whether
     * one of the two has blocked the other.
     */
    async findSeat({ kind, id }: MessageSubject, userId: string) {
      const hosts =
        kind === 'event'
          ? sql`select e.organizer_id as host_id from events e join participations p on p.event_id = e.id
              where e.id = ${id} and p.user_id = ${userId} and ${HAS_SEAT} limit 1`
          : sql`select c.host_id from classrooms c where c.id = ${id} and c.event_id is null and c.host_id <> ${userId}
              and (exists (select from reservations r where r.classroom_id = c.id and r.user_id = ${userId}) or ${attended(sql`${userId}`)})`;
      const { rows } = await sql<{ host_id: string; is_blocked: boolean }>`
        select s.host_id, exists (select from user_blocks b
          where (b.blocker_id, b.blocked_id) in ((s.host_id, ${userId}), (${userId}, s.host_id))) as is_blocked
        from (${hosts}) s`.execute(db);
      return rows[0];
    },

    /** Returns the host of a class; undefined for the room of an event. */
    findHostOfClass: (on: Db | Trx, id: string) =>
      on
        .selectFrom('classrooms')
        .select('host_id')
        .where('id', '=', id)
        .where('event_id', 'is', null)
        .executeTakeFirst(),

    /** Returns a message with the title of what it is about. */
    find: (id: string) =>
      db
        .selectFrom('host_messages as m')
        .leftJoin('events as e', 'e.id', 'm.event_id')
        .leftJoin('classrooms as c', 'c.id', 'm.classroom_id')
        .selectAll('m')
        .select((eb) => eb.fn.coalesce('e.title', 'c.name').as('title'))
        .where('m.id', '=', id)
        .where('m.removed_at', 'is', null)
        .executeTakeFirst(),

    /** Returns the seats without an account whose addresses get this message, each address once. */
    async findGuests(trx: Trx, messageId: string): Promise<GuestMailRow[]> {
      const { rows } = await sql<GuestMailRow>`
        select distinct on (lower(p.guest_email)) p.id as participation_id, p.guest_email as email, e.title as event_title,
          e.organizer_id as host_id, coalesce(nullif(o.org_name, ''), h.nickname) as host_name, m.subject, m.body
        from host_messages m join events e on e.id = m.event_id join users h on h.id = e.organizer_id join users author on author.id = m.user_id
        left join professionals o on o.user_id = h.id
        join participations p on p.event_id = e.id and p.user_id is null and p.guest_email is not null and ${HAS_SEAT}
        where m.id = ${messageId} and m.removed_at is null and h.state not in ('suspended', 'withdrawn') and author.state not in ('suspended', 'withdrawn')
          and not exists (select from guest_message_stops s where s.email = lower(p.guest_email) and s.host_id = e.organizer_id)
        order by lower(p.guest_email), p.id`.execute(trx);
      return rows;
    },

    async remove(trx: Trx, id: string, now: Date): Promise<void> {
      await trx
        .updateTable('host_messages')
        .set({ removed_at: now })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .execute();
    },

    async hasReported(messageId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('message_reports')
        .select('id')
        .where('message_id', '=', messageId)
        .where('reporter_id', '=', reporterId)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Files a report. Does nothing when this user has already reported that message. */
    async report({ messageId, reporterId, reason, detail, evidence, now }: NewReport): Promise<void> {
      await db
        .insertInto('message_reports')
        .values({
          id: newId('rep'),
          message_id: messageId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['message_id', 'reporter_id']).doNothing())
        .execute();
    },
  };
}

async function countOfClass(on: Db | Trx, classroomId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from users u join classrooms c on c.id = ${classroomId}
    where u.state not in ('suspended', 'withdrawn') and u.id <> c.host_id
      and case when c.state = 'ended' then ${attended(sql`u.id`)}
        else exists (select from reservations r where r.classroom_id = c.id and r.user_id = u.id) end`.execute(on);
  return rows[0]?.total ?? 0;
}
