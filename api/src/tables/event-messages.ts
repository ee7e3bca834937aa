import type { OptionalTime, ReportColumns, Time } from './column-types';

/** What the organizer of an event writes to those who have a seat in it. */
export interface EventMessagesTable {
  id: string;
  event_id: string;
  user_id: string;
  /** Of the messages of the event, from 1. */
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

/** Tables of messages to those who have a seat. */
export interface EventMessagesTables {
  event_messages: EventMessagesTable;
  message_reports: MessageReportsTable;
  guest_message_stops: GuestMessageStopsTable;
}
