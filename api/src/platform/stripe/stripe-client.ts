import Stripe from 'stripe';

import { AppError } from '../app-error';

/** Milliseconds until a call of the provider counts as failed; what it did is found out by repeating it. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;

/** Stripe's official SDK; where an address is given, for what answers there instead of Stripe. */
export function createStripeClient({ secretKey, apiUrl }: { secretKey: string; apiUrl: string }): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(apiUrl && addressOf(apiUrl)),
  });
}

function addressOf(url: string): { host: string; port: number; protocol: 'http' | 'https' } {
  const { hostname, port, protocol } = new URL(url);
  const isSecure = protocol === 'https:';
  return { host: hostname, port: Number(port || (isSecure ? 443 : 80)), protocol: isSecure ? 'https' : 'http' };
}

/** Failures of the provider that say nothing about the request: it may be made again. */
const isOutage = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

/** What the provider has refused. It is no refusal of the caller's request: whoever asked decides what it means. */
export class StripeRefusal extends Error {
  constructor(
    /** `declined`: by the card's bank. `invalid`: it does not exist, or cannot be done as things stand. */
    readonly reason: 'declined' | 'invalid',
    cause: Error,
  ) {
    super(`Stripe has refused a call: ${cause.message}`, { cause });
    this.name = 'StripeRefusal';
  }
}

/** An account that is not the platform's (any more) is told as a lack of permission. */
const isAboutRequest = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripePermissionError;

/** Tells an outage of the provider as `unavailable` (503), and what it has refused as a `StripeRefusal`. */
export async function askStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (isOutage(error)) throw new AppError('unavailable');
    if (error instanceof Stripe.errors.StripeCardError) throw new StripeRefusal('declined', error);
    if (isAboutRequest(error)) throw new StripeRefusal('invalid', error);
    throw error;
  }
}

/** The bank has refused the card. */
export const isDeclined = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'declined';
/** What was asked for does not exist, or cannot be done as things stand. */
export const isRefused = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'invalid';
