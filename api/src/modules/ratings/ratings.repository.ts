import { RATED_WATCH_SECONDS } from '@manabiba/shared/contract/limits';
import type { RatedKind, ShownKind } from '@manabiba/shared/contract/ratings';
import { type RawBuilder, type Selectable, sql } from 'kysely';

import type { Db, Trx } from '../../platform/database/db';
import { fromMicros, type TimePosition, toMicros } from '../../platform/database/time-position';
import type { RatingReportsTable, RatingsTable } from '../../tables/ratings';
import { isSchoolSeparated, type UserRow, userSelection } from '../users/user-columns';
import { hostTotals, IS_FINDABLE, type RatingTotals } from './rating-average';

type AuthorRow = { [K in keyof UserRow as `author_${K}`]: UserRow[K] };

/** A rating with its author and what it is about. */
export type RatingRow = AuthorRow &
  Omit<Selectable<RatingsTable>, 'removed_at'> & {
    title: string;
    created_micros: number;
    /** The viewer has blocked the author. */
    is_blocked: boolean;
    /** The author has blocked the viewer. */
    is_hidden: boolean;
  };

/** What can be rated, and what a user has to do with it. */
export interface RatedSubject {
  host_id: string;
  has_ended: boolean;
  has_attended: boolean;
  birth_date: string;
}

interface ListQuery {
  kind: ShownKind;
  id: string;
  viewerId: string | null;
  after: TimePosition | null;
  limit: number;
}

interface NewRating {
  id: string;
  kind: RatedKind;
  subjectId: string;
  hostId: string;
  userId: string;
  stars: number;
  note: string;
  isNameless: boolean;
  now: Date;
}

interface NewReport extends Pick<Selectable<RatingReportsTable>, 'reason' | 'detail'> {
  id: string;
  ratingId: string;
  reporterId: string;
  evidence: object;
  now: Date;
}

/** Sat in the room: not to prepare it, and not until they were removed. */
const wasInRoom = (
  room: RawBuilder<unknown>,
) => sql`exists (select 1 from classroom_users p where p.classroom_id = ${room}
  and p.user_id = u.id and p.joined_at is not null and p.kicked_at is null and p.role in ('speaker', 'listener'))`;

/** SQL: what is rated, whether it is over, and whether u attended or watched it. */
const subjects: Record<RatedKind, RawBuilder<unknown>> = {
  classroom: sql`(select c.id, c.host_id, c.state = 'ended' as has_ended, c.event_id is null and ${wasInRoom(sql`c.id`)} as has_attended
    from classrooms c)`,
  // Whoever spoke on the stage of an event is named by it. A used ticket counts even where its holder came by its link.
  event: sql`(select e.id, e.organizer_id as host_id, e.state in ('ended', 'archived') as has_ended,
    u.id <> e.organizer_id and u.id <> all (e.speaker_ids) and (${wasInRoom(sql`e.classroom_id`)}
      or exists (select 1 from participations t where t.event_id = e.id and t.user_id = u.id and t.state = 'joined' and t.route <> 'archive'))
    and not exists (select 1 from classroom_users k where k.classroom_id = e.classroom_id and k.user_id = u.id and k.kicked_at is not null) as has_attended
    from events e)`,
  // A counted watch proves that something was played; the furthest position, that it was more than a glance.
  archive: sql`(select a.id, a.host_id, true as has_ended, u.id <> a.host_id
    and not exists (select 1 from archive_parts part where part.archive_id = a.id and part.user_id = u.id)
    and exists (select 1 from archive_watches w where w.archive_id = a.id and w.viewer_id = u.id and w.counted_at is not null)
    and exists (select 1 from archive_positions o where o.archive_id = a.id and o.user_id = u.id
      and o.furthest_seconds >= least(${sql.lit(RATED_WATCH_SECONDS)}, a.duration_seconds / 2.0)) as has_attended from archives a)`,
};

const blocks = (blocker: RawBuilder<unknown>, blocked: RawBuilder<unknown>) =>
  sql`exists (select 1 from user_blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`;

export type RatingsRepository = ReturnType<typeof createRatingsRepository>;

/** Ratings and reports about them. */
export function createRatingsRepository(db: Db) {
  const select = (on: Db | Trx, viewerId: string | null) =>
    on
      .selectFrom('ratings as r')
      .innerJoin('users as author', 'author.id', 'r.user_id')
      .leftJoin('classrooms as c', 'c.id', 'r.classroom_id')
      .leftJoin('events as e', 'e.id', 'r.event_id')
      .leftJoin('archives as a', 'a.id', 'r.archive_id')
      .selectAll('r')
      .select(userSelection('author', 'author_', viewerId))
      .select([
        sql<string>`coalesce(c.name, e.title, a.title)`.as('title'),
        toMicros('r.created_at').as('created_micros'),
        sql<boolean>`${blocks(sql`${viewerId}`, sql`r.user_id`)}`.as('is_blocked'),
        sql<boolean>`${blocks(sql`r.user_id`, sql`${viewerId}`)}`.as('is_hidden'),
      ])
      .where('r.removed_at', 'is', null);

  return {
    /** Returns what a user has to do with something that can be rated. */
    async findSubject(on: Db | Trx, kind: RatedKind, id: string, userId: string): Promise<RatedSubject | undefined> {
      const { rows } = await sql<RatedSubject>`select s.host_id, s.has_ended, s.has_attended, u.birth_date
        from users u, lateral ${subjects[kind]} s where u.id = ${userId} and s.id = ${id}`.execute(on);
      return rows[0];
    },

    /** Lists ratings, the latest first. Those of a user are about what everybody in their place can find. */
    list({ kind, id, viewerId, after, limit }: ListQuery): Promise<RatingRow[]> {
      const isRead = sql<boolean>`(r.is_public or ${viewerId} in (r.host_id, r.user_id))`;
      return select(db, viewerId)
        .where(
          kind === 'user'
            ? sql<boolean>`r.host_id = ${id} and r.is_public and ${sql.raw(IS_FINDABLE)}`
            : sql<boolean>`r.subject_id = ${id} and ${isRead}`,
        )
        .$if(after !== null, (query) =>
          query.where(sql<boolean>`(r.created_at, r.id) < (${fromMicros(after?.micros ?? 0)}, ${after?.id ?? ''})`),
        )
        .orderBy('r.created_at', 'desc')
        .orderBy('r.id', 'desc')
        .limit(limit)
        .execute() as unknown as Promise<RatingRow[]>;
    },

    /** Returns the totals of a subject. */
    totals: (id: string): Promise<RatingTotals | undefined> =>
      db.selectFrom('rating_totals').selectAll().where('subject_id', '=', id).executeTakeFirst(),

    async totalsOfHost(hostId: string): Promise<number[]> {
      const { rows } = await sql<{ totals: number[] }>`select ${sql.raw(hostTotals('h.id'))} as totals
        from (select ${hostId}::text as id) h`.execute(db);
      return rows[0]?.totals ?? [];
    },

    /** Whether a school keeps this user and the viewer apart. */
    async isSeparated(userId: string, viewerId: string | null): Promise<boolean> {
      const { rows } = await sql<{
        is_separated: boolean;
      }>`select ${sql.raw(isSchoolSeparated('x.host', 'x.viewer'))} as is_separated
        from (select ${userId}::text as host, ${viewerId}::text as viewer) x`.execute(db);
      return rows[0]?.is_separated ?? false;
    },

    find: (on: Db | Trx, id: string, viewerId: string | null): Promise<RatingRow | undefined> =>
      select(on, viewerId).where('r.id', '=', id).executeTakeFirst() as unknown as Promise<RatingRow | undefined>,

    findOf: (on: Db | Trx, userId: string, subjectId: string): Promise<RatingRow | undefined> =>
      select(on, userId)
        .where('r.user_id', '=', userId)
        .where('r.subject_id', '=', subjectId)
        .executeTakeFirst() as unknown as Promise<RatingRow | undefined>,

    async isRemoved(userId: string, subjectId: string): Promise<boolean> {
      const found = await db
        .selectFrom('ratings')
        .select('id')
        .where('user_id', '=', userId)
        .where('subject_id', '=', subjectId)
        .where('removed_at', 'is not', null)
        .executeTakeFirst();
      return found !== undefined;
    },

    /**
     * Keeps one rating of each user: the latest. Two at the same time are one. Returns undefined when the staff has removed
     * the former one.
     */
    async save(trx: Trx, rating: NewRating): Promise<{ id: string; isNew: boolean } | undefined> {
      const { id, kind, subjectId, hostId, userId, stars, note, isNameless, now } = rating;
      const saved = await trx
        .insertInto('ratings')
        .values({
          id,
          [`${kind}_id`]: subjectId,
          host_id: hostId,
          user_id: userId,
          stars,
          note,
          is_nameless: isNameless,
          created_at: now,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'subject_id'])
            .doUpdateSet({
              stars,
              note,
              is_nameless: isNameless,
              is_public: true,
              edited_at: sql`case when (ratings.stars, ratings.note) = (excluded.stars, excluded.note) then ratings.edited_at else ${now}::timestamptz end`,
            })
            .where('ratings.removed_at', 'is', null),
        )
        .returning('id')
        .executeTakeFirst();
      return saved && { id: saved.id, isNew: saved.id === id };
    },

    async delete(trx: Trx, userId: string, subjectId: string): Promise<void> {
      await trx
        .deleteFrom('ratings')
        .where('user_id', '=', userId)
        .where('subject_id', '=', subjectId)
        .where('removed_at', 'is', null)
        .execute();
    },

    /** Writes, changes or takes away the answer. Returns false when the rating is gone. */
    async answer(trx: Trx, id: string, body: string | null, now: Date): Promise<boolean> {
      const changed = await trx
        .updateTable('ratings')
        .set(
          body === null
            ? { answer: null, answered_at: null, answer_edited_at: null }
            : {
                answer: body,
                answered_at: sql<Date>`coalesce(answered_at, ${now}::timestamptz)`,
                answer_edited_at: sql<Date>`case when answer is null or answer = ${body} then answer_edited_at else ${now}::timestamptz end`,
              },
        )
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .returning('id')
        .executeTakeFirst();
      return changed !== undefined;
    },

    async remove(trx: Trx, id: string, now: Date): Promise<void> {
      await trx
        .updateTable('ratings')
        .set({ removed_at: now })
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .execute();
    },

    async hasReported(ratingId: string, reporterId: string): Promise<boolean> {
      const found = await db
        .selectFrom('rating_reports')
        .select('id')
        .where('rating_id', '=', ratingId)
        .where('reporter_id', '=', reporterId)
        .executeTakeFirst();
      return found !== undefined;
    },

    /** Files a report. Does nothing when this user has already reported that rating. */
    async report({ id, ratingId, reporterId, reason, detail, evidence, now }: NewReport): Promise<void> {
      await db
        .insertInto('rating_reports')
        .values({
          id,
          rating_id: ratingId,
          reporter_id: reporterId,
          reason,
          detail,
          evidence: JSON.stringify(evidence),
          created_at: now,
        })
        .onConflict((conflict) => conflict.columns(['rating_id', 'reporter_id']).doNothing())
        .execute();
    },
  };
}
