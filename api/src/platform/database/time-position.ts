import { type RawBuilder, sql } from 'kysely';

import { decodeCursor, encodeCursor } from './cursor';

/**
 * A row's position in a list sorted by time. The time is in microseconds since 1970, PostgreSQL's full precision: a
 * cursor from a Date in milliseconds would skip or repeat rows of the same millisecond.
 */
export interface TimePosition {
  micros: number;
  id: string;
}

/** Selects a time as microseconds for a position. */
export const toMicros = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/**
 * Converts a position's microseconds to a time. PostgreSQL accepts every safe integer, so no cursor can make a query
 * fail.
 */
export const fromMicros = (micros: number): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/**
 * Returns where the page after a cursor starts; null for the first page. Throws `invalid` for a cursor of another list.
 */
export function positionOf(cursor: string | undefined): TimePosition | null {
  if (cursor === undefined) return null;
  const [micros, id] = decodeCursor(cursor, ['number', 'string']) as [number, string];
  return { micros, id };
}

export const cursorOf = ({ micros, id }: TimePosition) => encodeCursor([micros, id]);

/** Splits rows, one more of which than `limit` was asked for, into those of a page and the cursor of the next page. */
export function pageOf<Row>(rows: readonly Row[], limit: number, positionAt: (row: Row) => TimePosition) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { shown, nextCursor: rows.length > limit && last ? cursorOf(positionAt(last)) : null };
}
