import type { Db } from '../../platform/database/db';

/** Reads what the user said about classes, events and archives, and answered as their host. */
export async function readRatings(db: Db, userId: string) {
  return {
    ratings: await db
      .selectFrom('ratings')
      .select([
        'subject_id',
        'stars',
        'note',
        'is_public',
        'is_nameless',
        'answer',
        'answered_at',
        'answer_edited_at',
        'created_at',
        'edited_at',
        'removed_at',
      ])
      .where('user_id', '=', userId)
      .execute(),
    ratingAnswers: await db
      .selectFrom('ratings')
      .select(['subject_id', 'answer', 'answered_at', 'answer_edited_at'])
      .where('host_id', '=', userId)
      .where('answer', 'is not', null)
      .execute(),
  };
}

/** Reads what the user wrote to those who take part in their events and classes, and can read as one of them. */
export async function readMessages(db: Db, userId: string) {
  return {
    hostMessages: await db
      .selectFrom('host_messages')
      .select(['event_id', 'classroom_id', 'subject', 'body', 'recipient_count', 'removed_at', 'created_at'])
      .where('user_id', '=', userId)
      .execute(),
    hostMessagesReceived: await db
      .selectFrom('host_messages as m')
      .select(['m.event_id', 'm.classroom_id', 'm.subject', 'm.body', 'm.created_at'])
      .where('m.removed_at', 'is', null)
      .where('m.user_id', '<>', userId)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('participations as p')
              .select('p.id')
              .whereRef('p.event_id', '=', 'm.event_id')
              .where('p.user_id', '=', userId)
              .where('p.route', '<>', 'archive')
              .where('p.state', 'in', ['confirmed', 'joined']),
          ),
          exists(
            selectFrom('reservations as r')
              .select('r.user_id')
              .whereRef('r.classroom_id', '=', 'm.classroom_id')
              .where('r.user_id', '=', userId),
          ),
          exists(
            selectFrom('classroom_users as cu')
              .select('cu.user_id')
              .whereRef('cu.classroom_id', '=', 'm.classroom_id')
              .where('cu.user_id', '=', userId)
              .where('cu.joined_at', 'is not', null)
              .where('cu.kicked_at', 'is', null),
          ),
        ]),
      )
      .execute(),
  };
}

/** Reads the series that the user hosts or has reserved as a whole, and their certificates. */
export async function readSeries(db: Db, userId: string) {
  return {
    series: await db
      .selectFrom('series')
      .select(['id', 'title', 'description', 'category_id', 'discount_percent'])
      .select(['ended_at', 'hidden_at', 'announced_at', 'created_at', 'updated_at'])
      .where('host_id', '=', userId)
      .execute(),
    seriesBookings: await db
      .selectFrom('series_bookings')
      .select(['series_id', 'booked_at'])
      .where('user_id', '=', userId)
      .execute(),
    certificates: await db
      .selectFrom('certificates')
      .select(['id', 'series_id', 'name', 'series_title', 'host_name'])
      .select(['done_count', 'date_count', 'completed_at', 'issued_at'])
      .where('user_id', '=', userId)
      .execute(),
  };
}

/** Reads what the user has reported to the staff. */
export async function readReports(db: Db, userId: string) {
  return {
    commentReports: await db
      .selectFrom('comment_reports')
      .select(['comment_id', 'classroom_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    questionReports: await db
      .selectFrom('question_reports')
      .select(['question_id', 'classroom_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    boardReports: await db
      .selectFrom('board_reports')
      .select(['classroom_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    ratingReports: await db
      .selectFrom('rating_reports')
      .select(['rating_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    messageReports: await db
      .selectFrom('message_reports')
      .select(['message_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    seriesReports: await db
      .selectFrom('series_reports')
      .select(['series_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    personReports: await db
      .selectFrom('user_reports')
      .select(['reported_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
    archiveReports: await db
      .selectFrom('archive_reports')
      .select(['archive_id', 'reason', 'detail', 'state', 'created_at', 'decided_at'])
      .where('reporter_id', '=', userId)
      .execute(),
  };
}
