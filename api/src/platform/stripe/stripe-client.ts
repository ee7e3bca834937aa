import Stripe from 'stripe';

import { AppError } from '../app-error';

/** Timeout of a provider call, in milliseconds; repeating the call reveals its outcome. */
const TIMEOUT_MS = 10_000;
const RETRIES = 2;

/** Creates Stripe's official SDK, pointed at a compatible server when an address is given. */
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

/** Provider failures unrelated to the request, which can be retried. */
const isOutage = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError;

/** A request that the provider rejected. The caller decides what that means for its own request. */
export class StripeRefusal extends Error {
  constructor(
    /**
     * `declined`: by the card issuer. `invalid`: the object does not exist, or its state does not allow the request.
     */
    readonly reason: 'declined' | 'invalid',
    cause: Error,
  ) {
    super(`Stripe has refused a call: ${cause.message}`, { cause });
    this.name = 'StripeRefusal';
  }
}

/** An account that is not (or no longer) the platform's is reported as a permission error. */
const isAboutRequest = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripePermissionError;

/** Converts an outage of the provider to `unavailable` (503) and a rejected request to a `StripeRefusal`. */
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

/** Returns whether the card issuer declined the card. */
export const isDeclined = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'declined';
/** Returns whether the object does not exist, or its state does not allow the request. */
export const isRefused = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'invalid';
