import type { Generated, JSONColumnType } from 'kysely';

import type { GeneratedTime, OptionalTime, Time } from './column-types';

export interface DomainEventsTable {
  id: Generated<number>;
  name: string;
  subject: string | null;
  payload: JSONColumnType<object>;
  created_at: GeneratedTime;
  handled_at: OptionalTime;
  traceparent: Generated<string | null>;
}

export interface DomainEventDeliveriesTable {
  event_id: number;
  consumer: string;
  subject: string;
  attempts: Generated<number>;
  due_at: Time;
  last_error: string | null;
}

/** Tables of domain events and their deliveries. */
export interface DomainEventsTables {
  domain_events: DomainEventsTable;
  domain_event_deliveries: DomainEventDeliveriesTable;
}
