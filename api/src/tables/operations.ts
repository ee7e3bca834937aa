import type { Generated, JSONColumnType } from 'kysely';

import type { GeneratedTime, Time } from './column-types';

export interface IdempotencyKeysTable {
  key: string;
  person_id: string;
  endpoint: string;
  body_hash: string;
  status: number;
  answer: string | null;
  created_at: GeneratedTime;
}

export interface RateLimitsTable {
  bucket: string;
  count: number;
  resets_at: Time;
}

export interface AuditLogTable {
  id: Generated<number>;
  at: Time;
  who: string;
  action: string;
  subject_id: string;
  detail: Generated<string>;
  /** What the action changed, in one word each; null when it changed nothing of its subject. */
  before: Generated<string | null>;
  after: Generated<string | null>;
}

export interface AnalyticsEventsTable {
  id: Generated<number>;
  at: Time;
  name: string;
  label: string;
  session_hash: string;
}

export interface ReleasesTable {
  remote: string;
  version: string;
  manifest: JSONColumnType<Record<string, unknown>>;
  created_at: GeneratedTime;
  created_by: string;
}

export interface RegistryTable {
  remote: string;
  version: string;
  updated_at: GeneratedTime;
}

/** Tables for operations: idempotency, rate limits, audit log, analytics, releases. */
export interface OperationsTables {
  idempotency_keys: IdempotencyKeysTable;
  rate_limits: RateLimitsTable;
  audit_log: AuditLogTable;
  analytics_events: AnalyticsEventsTable;
  releases: ReleasesTable;
  registry: RegistryTable;
}
