import type { ClassroomEvent } from '@manabiba/shared/contract/events';
import type {
  AnyTicket,
  KonbiniDetails,
  Participation,
  PaymentMethod,
  TicketType,
} from '@manabiba/shared/contract/tickets';
import type { ColumnType, Generated } from 'kysely';

import type { GeneratedTime, OptionalTime, Time } from './column-types';

export interface EventsTable {
  id: string;
  organizer_id: string;
  title: string;
  subtitle: Generated<string>;
  description: Generated<string>;
  image_url: string | null;
  category_id: string;
  speaker_ids: Generated<string[]>;
  start_at: Time;
  end_at: Time;
  entry_open_at: Time;
  state: ClassroomEvent['state'];
  classroom_id: string | null;
  archive_id: string | null;
  cancel_policy: Generated<string>;
  refund_policy: Generated<ClassroomEvent['refundPolicy']>;
  calendar_sequence: Generated<number>;
  published_at: OptionalTime;
  cancelled_at: OptionalTime;
  cancel_reason: Generated<string>;
  /** Whether holders of seats may transfer them. */
  allows_transfers: Generated<boolean>;
  participant_count: Generated<number>;
  is_demo: Generated<boolean>;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

export interface TicketTypesTable {
  id: string;
  event_id: string;
  name: string;
  kind: AnyTicket['kind'];
  price: number;
  tax_rate: TicketType['taxRate'];
  quota: number | null;
  sold: Generated<number>;
  held: Generated<number>;
  sale_start_at: Time;
  sale_end_at: Time;
  position: Generated<number>;
}

export interface InvitationsTable {
  id: string;
  event_id: string;
  ticket_type_id: string;
  code: string;
  max_uses: number;
  uses: Generated<number>;
  expires_at: OptionalTime;
  revoked_at: OptionalTime;
  created_by: string | null;
  created_at: GeneratedTime;
}

/** A discount is either an amount or a percentage. */
export interface DiscountCodesTable {
  id: string;
  event_id: string;
  code: string;
  amount_off: number | null;
  percent_off: number | null;
  /** Null: every ticket. */
  ticket_type_ids: string[] | null;
  max_uses: number;
  valid_from: OptionalTime;
  valid_until: OptionalTime;
  revoked_at: OptionalTime;
  created_at: GeneratedTime;
}

export interface ParticipationsTable {
  id: string;
  event_id: string;
  ticket_type_id: string;
  user_id: string | null;
  guest_email: string | null;
  route: Participation['route'];
  state: Participation['state'];
  payment_intent_id: string | null;
  amount: number;
  /** What a discount code took off the price. */
  discount: Generated<number>;
  discount_code_id: Generated<string | null>;
  hold_expires_at: OptionalTime;
  /** While a store is to be paid: until when the seat was held before. */
  held_before_store_until: Generated<Date | null>;
  payment_method: Generated<PaymentMethod | null>;
  /** The start for which a paid ticket was bought; null while the event has not moved since. */
  sold_for_start_at: OptionalTime;
  /** Written as JSON. */
  konbini: ColumnType<KonbiniDetails | null, string | null | undefined, string | null>;
  invitation_id: Generated<string | null>;
  guest_intent: Generated<string | null>;
  guest_session: Generated<string | null>;
  guest_token_hash: Generated<string | null>;
  /** The anonymous visitor whom the link of the ticket has admitted last. */
  guest_visitor_id: Generated<string | null>;
  /** A calendar day as yyyy-MM-dd. */
  guest_birth_date: Generated<string | null>;
  /** Set for a further seat of a purchase: the buyer's, which has the payment of all. */
  lead_id: Generated<string | null>;
  /** For whom a further seat was bought. */
  companion_name: Generated<string | null>;
  waits_since: OptionalTime;
  confirmed_at: OptionalTime;
  cancelled_at: OptionalTime;
  cancel_reason: Generated<Participation['cancelReason']>;
  /** When the reception has received them. */
  checked_in_at: OptionalTime;
  created_at: GeneratedTime;
  updated_at: GeneratedTime;
}

/** Pending and completed transfers of seats. */
export interface SeatTransfersTable {
  id: string;
  participation_id: string;
  from_user_id: string;
  /** Null until it is accepted, and once that account is gone. */
  to_user_id: string | null;
  is_gift: Generated<boolean>;
  /** Canonical; null once accepted, as are the next two. */
  email: string | null;
  token_hash: string | null;
  expires_at: OptionalTime;
  /** To the recipient; empty once accepted. */
  message: Generated<string>;
  created_at: Time;
  accepted_at: OptionalTime;
}

export interface SeatChecksTable {
  is_last: Generated<boolean>;
  checked_at: Time;
  ticket_types: number;
  seats: number;
  violations: number;
  clean_since: OptionalTime;
}

export interface SeatViolationsTable {
  id: Generated<number>;
  ticket_type_id: string;
  quota: number | null;
  sold: number;
  held: number;
  counted_sold: number;
  counted_held: number;
  found_at: Time;
  resolved_at: OptionalTime;
}

export interface CalendarFeedsTable {
  user_id: string;
  secret_hash: string;
  created_at: Time;
}

/** Consent requests to guardians for purchases. */
export interface PurchaseConsentsTable {
  participation_id: string;
  user_id: string;
  guardian_email: string;
  token_hash: string;
  state: Generated<'asked' | 'given' | 'refused'>;
  amount: number;
  asked_at: Time;
  guardian_name: Generated<string | null>;
  answered_at: OptionalTime;
}

/** Tables of events, ticket types, codes and participations. */
export interface EventsTables {
  events: EventsTable;
  ticket_types: TicketTypesTable;
  invitations: InvitationsTable;
  discount_codes: DiscountCodesTable;
  participations: ParticipationsTable;
  purchase_consents: PurchaseConsentsTable;
  seat_transfers: SeatTransfersTable;
  seat_checks: SeatChecksTable;
  seat_violations: SeatViolationsTable;
  calendar_feeds: CalendarFeedsTable;
}
