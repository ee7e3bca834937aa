import { type RawBuilder, sql } from 'kysely';

import { decodeCursor, encodeCursor } from './cursor';

/**
 * A row's place in a list by time. The time is in microseconds since 1970, the whole of what PostgreSQL keeps: a Date
 * keeps milliseconds only, and a cursor made from one would skip or repeat rows of the same millisecond.
 */
export interface TimePosition {
  micros: number;
  id: string;
}

/** Selects a time as the microseconds of its position. */
export const toMicros = (column: string): RawBuilder<number> =>
  sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000000)::bigint`;

/** The time of a position. Every safe integer is one that PostgreSQL knows, so no cursor can make a query fail. */
export const fromMicros = (micros: number): RawBuilder<Date> =>
  sql<Date>`(timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond')`;

/** Where the page after a cursor begins; null for the first page. A cursor of another list is `invalid`. */
export function positionOf(cursor: string | undefined): TimePosition | null {
  if (cursor === undefined) return null;
  const [micros, id] = decodeCursor(cursor, ['number', 'string']) as [number, string];
  return { micros, id };
}

export const cursorOf = ({ micros, id }: TimePosition) => encodeCursor([micros, id]);
