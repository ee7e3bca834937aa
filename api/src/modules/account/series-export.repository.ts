import type { Db } from '../../platform/database/db';

/** Reads the series that the user hosts or has reserved as a whole, and their certificates. */
export async function readSeries(db: Db, userId: string) {
  return {
    series: await db
      .selectFrom('series')
      .select(['id', 'title', 'description', 'category_id', 'ended_at', 'hidden_at', 'created_at'])
      .where('host_id', '=', userId)
      .execute(),
    seriesBookings: await db
      .selectFrom('series_bookings')
      .select(['series_id', 'booked_at'])
      .where('user_id', '=', userId)
      .execute(),
    certificates: await db
      .selectFrom('certificates')
      .select(['id', 'series_id', 'name', 'series_title', 'host_name', 'done_count', 'date_count', 'issued_at'])
      .where('user_id', '=', userId)
      .execute(),
  };
}
