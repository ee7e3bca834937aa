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

const UNREACHABLE = '決済サービスにつながりませんでした。しばらくしてからもう一度お試しください。';
const REFUSED = '決済サービスで手続きを受け付けられませんでした。しばらくしてからもう一度お試しください。';

/**
 * Why the provider rejected a request. `declined`: by the card issuer. `invalid`: the object does not exist, or its
 * state does not allow the request. `reused`: an earlier request with the same idempotency key had other parameters.
 * `misconfigured`: anything else, such as a revoked key.
 */
type RefusalReason = 'declined' | 'invalid' | 'reused' | 'misconfigured';

/**
 * A request that the provider rejected. The caller decides what that means for its own request; a rejection that no
 * caller expects is logged in full and answered with `unavailable`.
 */
export class StripeRefusal extends AppError {
  constructor(
    readonly reason: RefusalReason,
    override readonly cause: Error,
  ) {
    super('unavailable', { sentence: REFUSED });
    this.name = 'StripeRefusal';
    this.message = `Stripe has refused a call: ${cause.message}`;
  }
}

/** An account that is not (or no longer) the platform's is reported as a permission error. */
const isAboutRequest = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError || error instanceof Stripe.errors.StripePermissionError;

const isReusedKey = (error: unknown): error is Error => error instanceof Stripe.errors.StripeIdempotencyError;

/** The same request is still under way, also after the SDK has repeated it. */
const isUnderWay = (error: unknown) => error instanceof Stripe.errors.StripeError && error.statusCode === 409;

/**
 * Converts an outage of the provider to `unavailable` (503), a request that is under way to `conflict`, and a rejected
 * one to a `StripeRefusal`.
 */
function converted(error: unknown): unknown {
  if (isUnderWay(error)) return new AppError('conflict');
  if (isOutage(error)) return new AppError('unavailable', { sentence: UNREACHABLE });
  if (error instanceof Stripe.errors.StripeCardError) return new StripeRefusal('declined', error);
  if (isAboutRequest(error)) return new StripeRefusal('invalid', error);
  if (isReusedKey(error)) return new StripeRefusal('reused', error);
  return error instanceof Stripe.errors.StripeError ? new StripeRefusal('misconfigured', error) : error;
}

/** Waits for a call to the provider, whose failures become errors of ours. */
export async function askStripe<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw converted(error);
  }
}

/** Walks a list of the provider page by page, whose failures become errors of ours. */
export async function* walkStripe<T>(list: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* list;
  } catch (error) {
    throw converted(error);
  }
}

/** Returns whether the same call can succeed later: the provider did not answer, refused it, or is still at it. */
export const isRepeatable = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'unavailable' || error.code === 'conflict');
/** Returns whether the card issuer declined the card. */
export const isDeclined = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'declined';
/** Returns whether an earlier request with the same idempotency key had other parameters. */
export const isKeyReused = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'reused';
/** Returns whether the object does not exist, or its state does not allow the request. */
export const isRefused = (error: unknown): boolean => error instanceof StripeRefusal && error.reason === 'invalid';
