import type { Plan, Subscription } from '@manabiba/shared/contract/plans';

/** A card at the provider. */
export interface Card {
  id: string;
  /** The card's customer; null when not attached. */
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** Identical for the same card number. */
  fingerprint: string | null;
}

/** An invoice of a subscription, reduced to what the product uses. */
export interface ProviderInvoice {
  id: string;
  /** The provider's id of the subscription. */
  subscriptionId: string | null;
  status: Exclude<Subscription['invoiceStatus'], null>;
  amountDue: number;
  amountPaid: number;
  /** Number of attempts by the provider's schedule. */
  attemptCount: number;
  nextAttemptAt: Date | null;
  /** When it was finalized and became payable. */
  finalizedAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
  intentId: string | null;
  clientSecret: string | null;
}

/** A subscription of the provider, reduced to what the product uses. */
export interface ProviderSubscription {
  id: string;
  /** Our id from its metadata; null for a subscription that is not ours. */
  subscriptionId: string | null;
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'ended';
  itemId: string;
  /** Price from the next period on. */
  priceId: string;
  startedAt: Date;
  trialEndsAt: Date | null;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** The provider has cancelled it after failed payments. */
  isEndedUnpaid: boolean;
  /** The latest invoice. */
  invoice: ProviderInvoice | null;
  /** Pending step in the setup of the card for later payments; null when there is none. */
  step: 'action_required' | 'declined' | 'processing' | null;
  setupSecret: string | null;
}

/** The fields of a plan that the provider needs. */
export type PlanToSell = Pick<Plan, 'id' | 'name' | 'price' | 'interval'>;
