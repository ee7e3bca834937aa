import type { PaymentIntent, SetupIntent, StripeError } from '@stripe/stripe-js';

import { type AnyIntent, type ApiOptions, type ApiResult, confirmIntent, type Param, retrieveIntent } from './api';
import { isChallenge, showChallenge } from './challenge';
import { inLanguage } from './language';

export interface Confirming {
  readonly clientSecret: string;
  readonly params: Readonly<Record<string, Param>>;
  readonly returnUrl?: string;
  /** `always`: navigates to the `return_url` even after a payment that required no redirect. */
  readonly redirect: 'always' | 'if_required';
  /** False leaves the next action of the intent to the caller. */
  readonly handlesActions?: boolean;
}

export type IntentResult = { error: StripeError } | { error?: undefined; intent: AnyIntent };

const failureOf = (intent: AnyIntent): StripeError | null =>
  'last_setup_error' in intent ? intent.last_setup_error : intent.last_payment_error;

/** Never resolves: the page is being left. */
const leaving = () => new Promise<never>(() => undefined);

/** Confirms an intent and handles its next action: a challenge over the page, or a redirect. */
export async function confirmAndAct(api: ApiOptions, confirming: Confirming): Promise<IntentResult> {
  const { clientSecret, params, returnUrl, handlesActions = true } = confirming;
  const confirmed = await confirmIntent(api, clientSecret, { ...params, return_url: returnUrl });
  if ('error' in confirmed) return confirmed;
  if (!handlesActions) return { intent: confirmed.value };
  const result = await act(api, clientSecret, confirmed);
  if (result.error || confirming.redirect !== 'always' || !returnUrl) return result;
  location.assign(backTo(returnUrl, result.intent));
  return leaving();
}

/** Handles the current next action of an intent. */
export async function handleAction(api: ApiOptions, clientSecret: string): Promise<IntentResult> {
  return act(api, clientSecret, await retrieveIntent(api, clientSecret));
}

async function act(api: ApiOptions, clientSecret: string, found: ApiResult<AnyIntent>): Promise<IntentResult> {
  if ('error' in found) return found;
  const address = addressOf(found.value);
  if (address === null) return { intent: found.value };
  if (!isChallenge(api, address)) {
    location.assign(address);
    return leaving();
  }
  await showChallenge(api, address);
  const ended = await retrieveIntent(api, clientSecret);
  if ('error' in ended) return ended;
  const failure = ended.value.status === 'requires_payment_method' ? failureOf(ended.value) : null;
  return failure ? { error: inLanguage(failure, api.locale) } : { intent: ended.value };
}

/** Returns the URL for the customer, or null when there is none, as with konbini numbers. */
function addressOf({ status, next_action: action }: AnyIntent): string | null {
  if (status !== 'requires_action' || !action) return null;
  if (action.type === 'redirect_to_url') return action.redirect_to_url?.url ?? null;
  if (action.type !== 'use_stripe_sdk') return null;
  const { stripe_js: address } = (action.use_stripe_sdk ?? {}) as { stripe_js?: string };
  return address ?? null;
}

/** Adds Stripe's query parameters to the return URL. */
function backTo(returnUrl: string, intent: AnyIntent): string {
  const url = new URL(returnUrl);
  const name = intent.object;
  url.searchParams.set(name, intent.id);
  url.searchParams.set(`${name}_client_secret`, intent.client_secret ?? '');
  url.searchParams.set('redirect_status', intent.status === 'requires_payment_method' ? 'failed' : 'succeeded');
  return url.href;
}

export const asPayment = (result: IntentResult) =>
  result.error ? { error: result.error } : { paymentIntent: result.intent as PaymentIntent };
export const asSetup = (result: IntentResult) =>
  result.error ? { error: result.error } : { setupIntent: result.intent as SetupIntent };
