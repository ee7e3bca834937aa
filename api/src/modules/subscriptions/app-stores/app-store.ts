import type { Subscription } from '@manabiba/shared/contract/plans';

/** A plan that was bought in an app store, as the store tells it. */
export interface StorePurchase {
  /** The same for every renewal of one purchase. */
  id: string;
  productId: string;
  startedAt: Date;
  expiresAt: Date;
  isTrial: boolean;
  /** False: it ends then. Null: the store does not tell. */
  willRenew: boolean | null;
  /** The store has taken it back. */
  isRevoked: boolean;
}

/** An app store whose receipts can be checked. */
export interface AppStore {
  provider: Exclude<Subscription['provider'], 'stripe'>;
  /** What a receipt says; null for one that the store did not give for this app. Throws `unavailable` when the store cannot be asked. */
  read(receipt: string): Promise<StorePurchase | null>;
  /** How a purchase stands now; null for a store that tells this only by a new receipt. */
  ask: ((id: string) => Promise<StorePurchase | null>) | null;
}
