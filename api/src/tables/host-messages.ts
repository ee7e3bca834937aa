import type { Generated } from 'kysely';

import type { OptionalTime, ReportColumns, Time } from './column-types';

/** What the organizer of an event, or the host of a class, writes to those who take part. */
export interface HostMessagesTable {
  id: string;
  /** One of the two is set. */
  event_id: string | null;
  classroom_id: Generated<string | null>;
  user_id: string;
  /** Of the messages of the event or class, from 1. */
  number: number;
  subject: string;
  body: string;
  recipient_count: number;
  removed_at: OptionalTime;
  created_at: Time;
}

export interface MessageReportsTable extends ReportColumns {
  message_id: string;
}

/** The addresses without an account that want no messages of a host. */
export interface GuestMessageStopsTable {
  email: string;
  host_id: string;
  created_at: Time;
}

/** Tables of messages to those who take part. */
export interface HostMessagesTables {
  host_messages: HostMessagesTable;
  message_reports: MessageReportsTable;
  guest_message_stops: GuestMessageStopsTable;
}
