import type { ColumnType } from 'kysely';

/** Read as a Date; written as a Date or as an ISO string. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
