import type { Plan, Subscription } from '@manabiba/shared/contract/plans';

/** A card of the provider. */
export interface Card {
  id: string;
  /** Whose it is at the provider; null: nobody's yet. */
  customerId: string | null;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  /** The same for the same card number. */
  fingerprint: string | null;
}

/** An invoice of a subscription, as far as the product needs it. */
export interface ProviderInvoice {
  id: string;
  /** The provider's id. */
  subscriptionId: string | null;
  status: Exclude<Subscription['invoiceStatus'], null>;
  amountDue: number;
  amountPaid: number;
  /** How often it was tried by the provider's schedule. */
  attemptCount: number;
  nextAttemptAt: Date | null;
  /** When it was made final, from which on it can be paid. */
  finalizedAt: Date | null;
  paidAt: Date | null;
  createdAt: Date;
  intentId: string | null;
  clientSecret: string | null;
}

/** A subscription of the provider, as far as the product needs it. */
export interface ProviderSubscription {
  id: string;
  /** Ours, as it was told to the provider; null for one that is not ours. */
  subscriptionId: string | null;
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'ended';
  itemId: string;
  /** What is charged from the next period on. */
  priceId: string;
  startedAt: Date;
  trialEndsAt: Date | null;
  currentPeriodEnd: Date;
  cancelAtPeriodEnd: boolean;
  endedAt: Date | null;
  /** The provider has given up after payments failed. */
  isEndedUnpaid: boolean;
  /** The newest one. */
  invoice: ProviderInvoice | null;
  /** What a confirmation of the card for later payments waits for; null when there is none. */
  step: 'action_required' | 'declined' | 'processing' | null;
  setupSecret: string | null;
}

/** What the provider has to know of a plan. */
export type PlanToSell = Pick<Plan, 'id' | 'name' | 'price' | 'interval'>;
