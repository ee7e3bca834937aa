import type { ReportDecision } from '@manabiba/shared/contract/staff-reports';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** Read as a Date; written as a Date or an ISO string. */
export type Time = ColumnType<Date, Date | string, Date | string>;
export type OptionalTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;

/** Columns that all kinds of reports share. */
export interface ReportColumns {
  id: string;
  reporter_id: string;
  reason: 'abuse' | 'personal_info' | 'spam' | 'other';
  detail: string;
  evidence: JSONColumnType<Record<string, unknown>>;
  state: Generated<'open' | 'actioned' | 'dismissed'>;
  created_at: Time;
  decision: ReportDecision | null;
  decided_at: OptionalTime;
  decided_by: string | null;
}
