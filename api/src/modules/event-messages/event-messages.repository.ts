import { type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { newId } from '../../platform/ids';
import type { EventMessagesTable, MessageReportsTable } from '../../tables/event-messages';

export type EventMessageRow = Selectable<EventMessagesTable>;

interface NewMessage {
  eventId: string;
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

/** SQL: p is a seat in the room of an event, not a ticket for its archive. */
const HAS_SEAT = sql.raw(`p.route <> 'archive' and p.state in ('confirmed', 'joined')`);

export type EventMessagesRepository = ReturnType<typeof createEventMessagesRepository>;

/** Messages of organizers to those who have a seat, and reports of them. */
export function createEventMessagesRepository(db: Db) {
  return {
    /** Counts the people who have a seat; an address without an account is one, however many tickets it has. */
    async countRecipients(on: Db | Trx, eventId: string): Promise<number> {
      const { rows } = await sql<{ total: number }>`
        select count(distinct coalesce(p.user_id, lower(p.guest_email)))::int as total
        from participations p left join users u on u.id = p.user_id
        where p.event_id = ${eventId} and ${HAS_SEAT} and (u.id is null or u.state not in ('suspended', 'withdrawn'))`.execute(
        on,
      );
      return rows[0]?.total ?? 0;
    },

    /** Returns the messages of an event, the latest first. */
    list: (on: Db | Trx, eventId: string): Promise<EventMessageRow[]> =>
      on.selectFrom('event_messages').selectAll().where('event_id', '=', eventId).orderBy('number', 'desc').execute(),

    insert: (trx: Trx, message: NewMessage): Promise<EventMessageRow> =>
      trx
        .insertInto('event_messages')
        .values({
          id: newId('msg'),
          event_id: message.eventId,
          user_id: message.userId,
          number: message.number,
          subject: message.subject,
          body: message.body,
          recipient_count: message.recipientCount,
          created_at: message.now,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),

    /** Returns the organizer of an event in which the user has a seat, and whether one of the two has blocked the other. */
    async findSeat(eventId: string, userId: string) {
      const { rows } = await sql<{ host_id: string; is_blocked: boolean }>`
        select e.organizer_id as host_id,
          exists (select from user_blocks b where (b.blocker_id, b.blocked_id) in ((e.organizer_id, ${userId}), (${userId}, e.organizer_id))) as is_blocked
        from events e join participations p on p.event_id = e.id
        where e.id = ${eventId} and p.user_id = ${userId} and ${HAS_SEAT} limit 1`.execute(db);
      return rows[0];
    },

    /** Returns a message with the title of its event. */
    find: (id: string) =>
      db
        .selectFrom('event_messages as m')
        .innerJoin('events as e', 'e.id', 'm.event_id')
        .selectAll('m')
        .select('e.title as event_title')
        .where('m.id', '=', id)
        .where('m.removed_at', 'is', null)
        .executeTakeFirst(),

    /** Returns the seats without an account whose addresses get this message, each address once. */
    async findGuests(trx: Trx, messageId: string): Promise<GuestMailRow[]> {
      const { rows } = await sql<GuestMailRow>`
        select distinct on (lower(p.guest_email)) p.id as participation_id, p.guest_email as email, e.title as event_title,
          e.organizer_id as host_id, coalesce(nullif(o.org_name, ''), h.nickname) as host_name, m.subject, m.body
        from event_messages m join events e on e.id = m.event_id join users h on h.id = e.organizer_id join users author on author.id = m.user_id
        left join professionals o on o.user_id = h.id
        join participations p on p.event_id = e.id and p.user_id is null and p.guest_email is not null and ${HAS_SEAT}
        where m.id = ${messageId} and m.removed_at is null and h.state not in ('suspended', 'withdrawn') and author.state not in ('suspended', 'withdrawn')
          and not exists (select from guest_message_stops s where s.email = lower(p.guest_email) and s.host_id = e.organizer_id)
        order by lower(p.guest_email), p.id`.execute(trx);
      return rows;
    },

    async remove(trx: Trx, id: string, now: Date): Promise<void> {
      await trx
        .updateTable('event_messages')
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
