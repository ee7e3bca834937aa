import { secondsInDay } from 'date-fns/constants';

import type { Keys } from './http/keys';
import type { Storage } from './storage/storage';
import type { Faults, StaticEndpoint } from './work/work';

/** The logger of an engine. */
export interface EngineLogger {
  error(details: object, message: string): void;
}

export interface StripeEngineOptions {
  /** Stores the objects. The engine opens and closes it. */
  readonly storage: Storage;
  /** The accepted keys. Stripe's own begin with sk_test_ and pk_test_; other formats work as well. */
  readonly keys: Keys;
  /**
   * Maps the address on which the engine listens to the URL under which browsers reach its pages. Default: the same
   * address.
   */
  readonly publicUrl?: (url: string) => string;
  readonly webhooks?: WebhookOptions;
  /** Stripe's fee rate by payment method. Default: 3.6 %, as in Japan. */
  readonly fees?: Readonly<Record<string, number>>;
  readonly delays?: Partial<Delays>;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** Returns 0 to 1; used for injected faults. */
  readonly random?: () => number;
  readonly logger?: EngineLogger;
  /** No real money moves here, so the engine refuses to start in production unless this is set. */
  readonly allowInProduction?: boolean;
}

export interface WebhookOptions {
  /** Endpoints that work without registration. */
  readonly endpoints?: readonly StaticEndpoint[];
  /** Injected faults; `setFaults` changes them at run time. */
  readonly faults?: Partial<Faults>;
  /** Timeout of a request to an endpoint, in milliseconds. */
  readonly timeoutMs?: number;
  /** The delay after the first failure in milliseconds; it doubles with each retry. */
  readonly retryMs?: number;
}

/** Durations in seconds of the engine's clock. */
export interface Delays {
  /** From a payment until its funds are available for transfers and payouts. */
  readonly available: number;
  /** Refunds of konbini payments. */
  readonly refund: number;
  /** From the PayPay approval to the completion of the payment. */
  readonly paypay: number;
  /** From a payout to its arrival. */
  readonly payout: number;
}

export const DEFAULT_DELAYS: Delays = {
  available: 4 * secondsInDay,
  refund: 3 * secondsInDay,
  paypay: 2,
  payout: 2 * secondsInDay,
};
const JAPAN_FEE = 0.036;
export const DEFAULT_FEES = { card: JAPAN_FEE, konbini: JAPAN_FEE, paypay: JAPAN_FEE };
export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_RETRY_MS = 1000;
/** The API version of stripe 23.1.0. */
export const API_VERSION = '2026-10-28.endive';
