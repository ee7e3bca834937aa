import type { Participation, PaymentMethod, TicketType } from '@manabiba/shared/contract/tickets';
import type { Generated, JSONColumnType } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface PaymentsTable {
  id: string;
  kind: Generated<'ticket' | 'subscription'>;
  /** Set for a ticket, which has a seller. */
  participation_id: string | null;
  /** Set for a plan, which the platform sells itself. */
  subscription_id: Generated<string | null>;
  provider_invoice_id: Generated<string | null>;
  user_id: string | null;
  guest_email: string | null;
  seller_id: string | null;
  title: string;
  method: PaymentMethod;
  amount: number;
  tax_rate: TicketType['taxRate'];
  tax: number;
  /** Platform fee. */
  fee: number;
  state: Generated<'pending' | 'paid' | 'cancelled'>;
  provider_intent_id: Generated<string | null>;
  failure_code: Generated<string | null>;
  card_brand: Generated<string | null>;
  card_last4: Generated<string | null>;
  refunded: Generated<number>;
  /** The first payment of several with the same intent; null for a payment with an intent of its own. */
  bundle_id: Generated<string | null>;
  /** Addressee of the receipt; null for the payer. */
  addressee: Generated<string | null>;
  created_at: Time;
  paid_at: OptionalTime;
}

export interface RefundsTable {
  id: string;
  payment_id: string;
  /** The further seat that is refunded; null for the buyer's and what ended with it, or the rest of a payment. */
  participation_id: Generated<string | null>;
  amount: number;
  reason: NonNullable<Participation['cancelReason']> | 'duplicate' | 'staff';
  state: Generated<'pending' | 'paid' | 'failed'>;
  provider_refund_id: Generated<string | null>;
  failure_reason: Generated<string | null>;
  created_at: Time;
  done_at: OptionalTime;
}

export interface WebhookEventsTable {
  id: string;
  type: string;
  payload: JSONColumnType<object>;
  received_at: Time;
  due_at: Time;
  attempts: Generated<number>;
  last_error: Generated<string | null>;
  applied_at: OptionalTime;
}

/** Tables of payments, refunds and the provider's events. */
export interface PaymentsTables {
  payments: PaymentsTable;
  refunds: RefundsTable;
  webhook_events: WebhookEventsTable;
}
