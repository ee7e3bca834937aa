import type { Subscription } from '@manabiba/shared/contract/plans';

/** A plan purchased in an app store, as the store reports it. */
export interface StorePurchase {
  /** Stays the same across renewals of one purchase. */
  id: string;
  productId: string;
  startedAt: Date;
  expiresAt: Date;
  isTrial: boolean;
  /** False when it ends with the period; null when the store does not report it. */
  willRenew: boolean | null;
  /** The store has revoked the purchase. */
  isRevoked: boolean;
}

/** An app store with receipt verification. */
export interface AppStore {
  provider: Exclude<Subscription['provider'], 'stripe'>;
  /**
   * Reads a receipt; returns null when the store did not issue it for this app. Throws `unavailable` when the store
   * cannot be reached.
   */
  read(receipt: string): Promise<StorePurchase | null>;
  /** Queries the current state of a purchase; null for a store that reports it only through a new receipt. */
  ask: ((id: string) => Promise<StorePurchase | null>) | null;
}
