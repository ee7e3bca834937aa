import { createHash } from 'node:crypto';

import { tz } from '@date-fns/tz';
import { addDays, endOfDay, getUnixTime } from 'date-fns';
import { secondsInDay } from 'date-fns/constants';
import type { Stripe } from 'stripe';

import { invalid } from '../http/stripe-error';
import { pagePaths } from '../pages/paths';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';

const DEFAULT_KONBINI_DAYS = 3;
const MAX_KONBINI_DAYS = 60;
const MIN_KONBINI_SECONDS = 1800;

type Intent = Kinds['payment_intent'] | Kinds['setup_intent'];
type KonbiniOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Konbini;

/** 3-D Secure: a page of the engine, opened by redirect or in a frame by Stripe's script. */
export function challengeAction(work: Work, intent: Intent, returnUrl: string | null) {
  const url = `${work.settings.publicUrl()}${pagePaths.challenge(intent.id, intent.client_secret ?? '')}`;
  if (returnUrl !== null) return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: { type: 'three_d_secure_redirect', source: intent.id, stripe_js: url },
  };
}

/** PayPay: a page of the engine stands in for the approval at PayPay. */
export function paypayAction(work: Work, intent: Intent, returnUrl: string) {
  const url = `${work.settings.publicUrl()}${pagePaths.paypay(intent.id, intent.client_secret ?? '')}`;
  return { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

/** Konbini: the numbers that the customer enters at the store, and the deadline. */
export function konbiniAction(work: Work, intent: Intent, options: KonbiniOptions): Stripe.PaymentIntent.NextAction {
  const confirmation = options.confirmation_number || digits(intent.id, 'confirmation', 11);
  if (confirmation === REJECTED_CONFIRMATION_NUMBER)
    throw invalid(
      'The confirmation number is one that konbini reject. Use another one.',
      'payment_intent_konbini_rejected_confirmation_number',
      'payment_method_options[konbini][confirmation_number]',
    );
  const code = (store: string, length: number) => ({
    confirmation_number: confirmation,
    payment_code: digits(intent.id, store, length),
  });
  return {
    type: 'konbini_display_details',
    konbini_display_details: {
      expires_at: konbiniExpiry(work, options),
      hosted_voucher_url: `${work.settings.publicUrl()}${pagePaths.konbini(intent.id, intent.client_secret ?? '')}`,
      stores: {
        familymart: code('familymart', 6),
        lawson: code('lawson', 6),
        ministop: code('ministop', 6),
        seicomart: code('seicomart', 6),
      },
    },
  };
}

/** Rejected because it is too easily mistyped. */
const REJECTED_CONFIRMATION_NUMBER = '00000000000';

/** Returns the last second of the day in Japan, or the requested time. */
function konbiniExpiry(work: Work, { expires_after_days: days, expires_at: at }: KonbiniOptions): number {
  if (typeof at === 'number') {
    if (at < work.now + MIN_KONBINI_SECONDS || at > work.now + MAX_KONBINI_DAYS * secondsInDay)
      throw invalid(
        `expires_at must be at least ${MIN_KONBINI_SECONDS / 60} minutes and at most ${MAX_KONBINI_DAYS} days from now.`,
        undefined,
        'payment_method_options[konbini][expires_at]',
      );
    return at;
  }
  return getUnixTime(endOfDay(addDays(work.now * 1000, days || DEFAULT_KONBINI_DAYS, { in: tz('Asia/Tokyo') })));
}

/** Returns pseudo-random digits that are stable for the same input. */
function digits(id: string, purpose: string, length: number): string {
  const hash = createHash('sha256').update(`${id}/${purpose}`).digest('hex');
  return (BigInt(`0x${hash}`) % 10n ** BigInt(length)).toString().padStart(length, '1');
}
