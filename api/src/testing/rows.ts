import { addMinutes, subMinutes } from 'date-fns';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import { type Insertable, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../platform/database/db';
import { inTransaction } from '../platform/database/transaction';
import { newId } from '../platform/ids';
import type { ClassroomCommentsTable } from '../tables/classroom-comments';
import type { ClassroomQuestionsTable } from '../tables/classroom-questions';
import type { ClassroomsTable } from '../tables/classrooms';
import type { Database } from '../tables/database';
import type { EventsTable, InvitationsTable, ParticipationsTable, TicketTypesTable } from '../tables/events';
import type { NotificationsTable } from '../tables/notifications';

/** Inserts two categories with interests, for tests that need a category. */
export async function insertCategories(db: Db): Promise<void> {
  await db
    .insertInto('categories')
    .values([
      { id: 'cat_math', name: '数学・統計', sort_order: 901 },
      { id: 'cat_space', name: '宇宙', sort_order: 900 },
    ])
    .execute();
  await db
    .insertInto('interests')
    .values([
      { id: 'int_algebra', category_id: 'cat_math', name: '代数', sort_order: 2 },
      { id: 'int_statistics', category_id: 'cat_math', name: '統計', sort_order: 1 },
      { id: 'int_galaxies', category_id: 'cat_space', name: '銀河', sort_order: 1 },
    ])
    .execute();
}

/** Deletes what a test wrote; users and categories stay. What answered calls still write can deadlock with it. */
export const clearContent = (db: Db): Promise<void> => inTransaction(db, deleteContent);

async function deleteContent(db: Trx): Promise<void> {
  // Receipts cannot be deleted row by row.
  await sql`do $$ begin if exists (select from receipts) then truncate receipts; end if; end $$`.execute(db);
  // One statement, so that foreign keys are checked after everything is deleted. Truncating would create new files for
  // every table each time.
  await sql`with q as (delete from refunds), y as (delete from payments), p as (delete from participations), i as (delete from invitations), t as (delete from ticket_types), e as (delete from events),
    r as (delete from reservations), u as (delete from classroom_users), m as (delete from classroom_comments), c as (delete from classrooms),
    n as (delete from notifications), f as (delete from follows), l as (delete from rate_limits), k as (delete from idempotency_keys), o as (delete from live_outbox), v as (delete from comment_reports), a as (delete from archives), s as (delete from series), j as (delete from pgboss.job)
    delete from domain_events`.execute(db);
}

type RowInput<Table, Required extends keyof Table> = Partial<Insertable<Table>> &
  Pick<Insertable<Table>, Required & keyof Insertable<Table>>;

/**
 * Inserts a public classroom that starts in two hours, open to all, with its host's row; private ones have the key
 * `key-of-the-room`.
 */
export async function insertClassroom(db: Db, given: RowInput<ClassroomsTable, 'host_id'>): Promise<string> {
  const startAt = new Date(given.start_at ?? Date.now() + 120 * millisecondsInMinute);
  const isPrivate = given.private_mode ?? false;
  const row: Insertable<ClassroomsTable> = {
    id: newId('cls'),
    name: '星の一生',
    category_id: 'cat_space',
    cover_url: null,
    start_at: startAt,
    end_at: addMinutes(startAt, 45),
    all_users: true,
    audience_mode: false,
    private_mode: isPrivate,
    private_key: isPrivate ? 'key-of-the-room' : null,
    max_speakers: 50,
    max_listeners: 500,
    archive_id: null,
    ...given,
  };
  await db.insertInto('classrooms').values(row).execute();
  await insertClassroomUser(db, { classroom_id: row.id, user_id: row.host_id, role: 'host' });
  return row.id;
}

export async function insertClassroomUser(db: Db, row: Insertable<Database['classroom_users']>): Promise<void> {
  await db.insertInto('classroom_users').values(row).execute();
}

/** Inserts a reservation and updates the counter. */
export async function insertReservation(db: Db, classroomId: string, userId: string): Promise<void> {
  await db.insertInto('reservations').values({ classroom_id: classroomId, user_id: userId }).execute();
  await db
    .updateTable('classrooms')
    .set((eb) => ({ reserved_count: eb('reserved_count', '+', 1) }))
    .where('id', '=', classroomId)
    .execute();
}

/** Inserts a comment and updates the counter. */
export async function insertComment(
  db: Db,
  given: RowInput<ClassroomCommentsTable, 'classroom_id' | 'user_id'>,
): Promise<string> {
  const row = { id: newId('com'), body: 'よろしくお願いします。', deleted_by: null, ...given };
  await db.insertInto('classroom_comments').values(row).execute();
  await db
    .updateTable('classrooms')
    .set((eb) => ({ comment_count: eb('comment_count', '+', 1) }))
    .where('id', '=', row.classroom_id)
    .execute();
  return row.id;
}

/** Inserts an open question. */
export async function insertQuestion(
  db: Db,
  given: Omit<RowInput<ClassroomQuestionsTable, 'classroom_id' | 'user_id'>, 'state'> & {
    state?: Selectable<ClassroomQuestionsTable>['state'];
  },
): Promise<string> {
  const row = { id: newId('que'), body: '図で説明できますか。', created_at: new Date(), ...given };
  await db.insertInto('classroom_questions').values(row).execute();
  return row.id;
}

/** Inserts an event that is on sale and starts tomorrow. */
export async function insertEvent(db: Db, given: RowInput<EventsTable, 'organizer_id'>): Promise<string> {
  const startAt = new Date(given.start_at ?? Date.now() + millisecondsInDay);
  const row: Insertable<EventsTable> = {
    id: newId('evt'),
    title: '最初の銀河',
    image_url: null,
    category_id: 'cat_space',
    start_at: startAt,
    end_at: addMinutes(startAt, 90),
    entry_open_at: subMinutes(startAt, 10),
    state: 'published',
    classroom_id: null,
    archive_id: null,
    ...given,
  };
  await db.insertInto('events').values(row).execute();
  return row.id;
}

/** Inserts a free ticket type with a quota of ten, on sale from an hour ago until the start of most events. */
export async function insertTicketType(db: Db, given: RowInput<TicketTypesTable, 'event_id'>): Promise<string> {
  const row: Insertable<TicketTypesTable> = {
    id: newId('tkt'),
    name: '一般',
    kind: 'general',
    price: 0,
    tax_rate: 10,
    quota: 10,
    sale_start_at: subMinutes(new Date(), 60),
    sale_end_at: addMinutes(new Date(), 23 * 60),
    ...given,
  };
  await db.insertInto('ticket_types').values(row).execute();
  return row.id;
}

/** Inserts an invitation for one use. */
export async function insertInvitation(
  db: Db,
  given: RowInput<InvitationsTable, 'event_id' | 'ticket_type_id' | 'code'>,
): Promise<string> {
  const row = { id: newId('inv'), max_uses: 1, expires_at: null, created_by: null, ...given };
  await db.insertInto('invitations').values(row).execute();
  return row.id;
}

/** Inserts a confirmed participation and updates the counter of its state. */
export async function insertParticipation(
  db: Db,
  given: RowInput<ParticipationsTable, 'event_id' | 'ticket_type_id'>,
): Promise<string> {
  const row: Insertable<ParticipationsTable> = {
    id: newId('par'),
    user_id: null,
    guest_email: null,
    route: 'general',
    state: 'confirmed',
    payment_intent_id: null,
    amount: 0,
    ...given,
  };
  if (row.state === 'confirmed' || row.state === 'joined') row.confirmed_at ??= new Date();
  if (row.state === 'waitlisted') row.waits_since ??= new Date();
  await db.insertInto('participations').values(row).execute();
  const [sold, held] = [
    Number(['confirmed', 'joined'].includes(row.state)),
    Number(['held', 'pending_payment', 'offered'].includes(row.state)),
  ];
  await sql`update ticket_types set sold = sold + ${sold}, held = held + ${held} where id = ${row.ticket_type_id}`.execute(
    db,
  );
  await sql`update events set participant_count = participant_count + ${sold} where id = ${row.event_id}`.execute(db);
  return row.id;
}

export async function insertNotification(db: Db, given: RowInput<NotificationsTable, 'user_id'>): Promise<string> {
  const row = {
    id: newId('ntf'),
    kind: 'management' as const,
    title: 'お知らせ',
    url: '/notifications',
    actor_id: null,
    ...given,
  };
  await db.insertInto('notifications').values(row).execute();
  return row.id;
}

/** Inserts a room that has been live for five minutes, with its host in it. */
export async function insertLiveRoom(
  db: Db,
  given: RowInput<ClassroomsTable, 'host_id'>,
  now = new Date(),
): Promise<string> {
  const startedAt = subMinutes(now, 5);
  const id = await insertClassroom(db, {
    start_at: startedAt,
    end_at: addMinutes(startedAt, 45),
    state: 'live',
    started_at: startedAt,
    participant_count: 1,
    ...given,
  });
  await db
    .updateTable('classroom_users')
    .set({ joined_at: startedAt, present_since: startedAt, last_seen_at: now, seat: 1, device_id: 'd-host' })
    .where('classroom_id', '=', id)
    .where('role', '=', 'host')
    .execute();
  return id;
}

/** Inserts a participant and updates the counter. A visitor needs `anonymous_id` too. */
export async function insertParticipant(
  db: Db,
  classroomId: string,
  userId: string,
  given: Partial<Insertable<Database['classroom_users']>> = {},
): Promise<void> {
  const now = new Date();
  await insertClassroomUser(db, {
    classroom_id: classroomId,
    user_id: userId,
    role: 'speaker',
    joined_at: now,
    present_since: now,
    last_seen_at: now,
    seat: 1,
    device_id: `d-${userId}`,
    is_muted: true,
    ...given,
  });
  await db
    .updateTable('classrooms')
    .set((eb) => ({ participant_count: eb('participant_count', '+', 1) }))
    .where('id', '=', classroomId)
    .execute();
}
