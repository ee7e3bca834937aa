import type { RatingAverage } from '@manabiba/shared/contract/rating-average';

/** The columns of `rating_totals`, null where nobody has rated. */
export interface RatingTotals {
  rating_count: number | null;
  star_total: number | null;
}

/** SQL: the columns of the join below. */
export const RATING_TOTALS = 'totals.rating_count, totals.star_total';
/** SQL: the totals of what has this id. */
export const ratingTotalsOf = (id: string) => `left join rating_totals totals on totals.subject_id = ${id}`;

/**
 * SQL: everybody can find what the rating r is about. The aliases c and a are its classroom and archive, null for the other
 * kinds; event rooms are rated as events.
 */
export const IS_FINDABLE = `(c.id is null or not c.private_mode) and (a.id is null or a.state = 'ready' and a.published_at is not null
  and not exists (select 1 from classrooms source where a.source = 'classroom' and source.id = a.source_id and source.private_mode))`;

/** SQL: the number of ratings of everything public that a user has hosted, and their stars, as an array of two. */
export const hostTotals = (hostId: string) => `(select array[count(*), coalesce(sum(r.stars), 0)]::int[]
  from ratings r left join classrooms c on c.id = r.classroom_id left join archives a on a.id = r.archive_id
  where r.host_id = ${hostId} and r.is_public and r.removed_at is null and ${IS_FINDABLE})`;

export const toRatingAverage = ({ rating_count: count, star_total: stars }: RatingTotals): RatingAverage =>
  count === null || stars === null || count === 0 ? null : { average: Math.round((stars / count) * 100) / 100, count };

export const averageOfHost = ([count = 0, stars = 0]: readonly number[]): RatingAverage =>
  toRatingAverage({ rating_count: count, star_total: stars });
