import type { Keys } from './http/keys';
import type { Storage } from './storage/storage';
import type { Faults, StaticEndpoint } from './work/work';

/** Where an engine tells what happens. */
export interface EngineLogger {
  error(details: object, message: string): void;
}

export interface StripeEngineOptions {
  /** Keeps the objects. The engine opens it and closes it. */
  readonly storage: Storage;
  /** The keys that are accepted. Stripe's own begin with sk_test_ and pk_test_; those of another form work as well. */
  readonly keys: Keys;
  /** How browsers reach the engine's pages, by the address that it listens at. Default: that address. */
  readonly publicUrl?: (url: string) => string;
  readonly webhooks?: WebhookOptions;
  /** The share of an amount that Stripe keeps, by method. Default: 3.6 %, as in Japan. */
  readonly fees?: Readonly<Record<string, number>>;
  readonly delays?: Partial<Delays>;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  /** 0 to 1, for faults. */
  readonly random?: () => number;
  readonly logger?: EngineLogger;
  /** Money is not real here, so an engine in production is a mistake unless it is asked for. */
  readonly allowInProduction?: boolean;
}

export interface WebhookOptions {
  /** Endpoints that need not be registered. */
  readonly endpoints?: readonly StaticEndpoint[];
  /** What goes wrong on purpose; `setFaults` changes it at run time. */
  readonly faults?: Partial<Faults>;
  /** How long an endpoint may take to answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** The wait after the first failure in milliseconds; it doubles with each one. */
  readonly retryMs?: number;
}

/** How long things take, in seconds of the engine's clock. */
export interface Delays {
  /** From a payment until its money can be transferred and paid out. */
  readonly available: number;
  /** Refunds of konbini payments. */
  readonly refund: number;
  /** From the consent at PayPay to the end of the payment. */
  readonly paypay: number;
  /** From a payout to its arrival. */
  readonly payout: number;
}

const DAY = 86_400;

export const DEFAULT_DELAYS: Delays = { available: 4 * DAY, refund: 3 * DAY, paypay: 2, payout: 2 * DAY };
const JAPAN_FEE = 0.036;
export const DEFAULT_FEES = { card: JAPAN_FEE, konbini: JAPAN_FEE, paypay: JAPAN_FEE };
export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_RETRY_MS = 1000;
/** The version that stripe 23.1.0 is written for. */
export const API_VERSION = '2026-10-28.endive';
