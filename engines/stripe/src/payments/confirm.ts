import type { Stripe } from 'stripe';

import { DECLINES } from '../customers/test-cards';
import { emit } from '../events/emit';
import { invalid, StripeError } from '../http/stripe-error';
import type { Kinds } from '../work/kinds';
import { visible } from '../work/render';
import { idOf, type Work } from '../work/work';
import { challengeAction, konbiniAction, paypayAction } from './next-actions';
import { fail, type Outcome, succeed } from './outcomes';
import { unexpectedState } from './unexpected-state';

type Intent = Kinds['payment_intent'];
type PaymentMethod = Kinds['payment_method'];

export const CONFIRMABLE = ['requires_payment_method', 'requires_confirmation', 'requires_action'] as const;

export interface Confirmation {
  readonly method: PaymentMethod;
  /** The customer is not present to authenticate. */
  readonly isOffSession?: boolean;
  /** A renewal: a card that is set up needs no challenge; any other waits for the customer instead of failing. */
  readonly isMerchantInitiated?: boolean;
  readonly returnUrl?: string | null;
  readonly konbini?: Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Konbini;
  /** Fails instead of requiring a challenge. */
  readonly errorOnAction?: boolean;
  /** Whether to require a challenge on cards that support one even when it is optional. */
  readonly requestChallenge?: 'any' | 'automatic' | 'challenge';
}

/** Attempts the payment. Returns the error of a declined card instead of throwing it; callers that need it throw it. */
export async function confirm(work: Work, intent: Intent, confirmation: Confirmation): Promise<Outcome> {
  if (!CONFIRMABLE.some((status) => status === intent.status)) throw unexpectedState(intent, 'confirm', CONFIRMABLE);
  const { method, returnUrl = null } = confirmation;
  checkMethod(intent, method);
  requireReturnUrl(intent, method, returnUrl);
  Object.assign(intent, { payment_method: method.id, _returnUrl: returnUrl, last_payment_error: null });
  if (method.type === 'konbini') return waitForShop(work, intent, confirmation);
  if (method.type === 'paypay') return ask(work, intent, paypayAction(work, intent, returnUrl ?? ''));
  if (needsChallenge(method, confirmation)) return challenge(work, intent, confirmation);
  return charge(work, intent, method, false);
}

/** Completes a challenge or the PayPay approval. */
export async function authenticate(work: Work, intent: Intent, outcome: 'fail' | 'succeed'): Promise<Outcome> {
  if (intent.status !== 'requires_action' || intent.next_action?.type === 'konbini_display_details')
    throw unexpectedState(intent, 'authenticate', ['requires_action']);
  const method = await work.get('payment_method', idOf(intent.payment_method) ?? '');
  if (outcome === 'fail') return fail(work, intent, method, failedAuthentication(method), { isCharged: false });
  if (method.type !== 'paypay') return charge(work, intent, method, true);
  Object.assign(intent, {
    status: 'processing',
    next_action: null,
    _dueAt: work.now + work.settings.paypayProcessingSeconds,
  } satisfies Partial<Intent>);
  work.save(intent);
  await emit(work, 'payment_intent.processing', intent);
  return undefined;
}

/** Completes a konbini payment after the cash was paid. */
export async function payAtShop(work: Work, intent: Intent): Promise<Outcome> {
  if (intent.status !== 'requires_action' || intent.next_action?.type !== 'konbini_display_details')
    throw unexpectedState(intent, 'pay at a shop', ['requires_action']);
  return succeed(work, intent, await work.get('payment_method', idOf(intent.payment_method) ?? ''));
}

async function charge(work: Work, intent: Intent, method: PaymentMethod, isAuthenticated: boolean): Promise<Outcome> {
  const decline = method._card?.decline ?? (hasExpired(work, method) ? 'expired_card' : undefined);
  return decline
    ? fail(work, intent, method, DECLINES[decline], { isCharged: true })
    : succeed(work, intent, method, isAuthenticated);
}

function hasExpired(work: Work, { card }: PaymentMethod): boolean {
  if (!card) return false;
  const today = new Date(work.now * 1000);
  return (card.exp_year - today.getUTCFullYear()) * 12 + card.exp_month - 1 < today.getUTCMonth();
}

function needsChallenge(
  { _card: card, _isAuthenticated: isSetUp }: PaymentMethod,
  confirmation: Confirmation,
): boolean {
  const { isOffSession, isMerchantInitiated, requestChallenge } = confirmation;
  if (!isOffSession && (requestChallenge === 'any' || requestChallenge === 'challenge')) return true;
  if (card?.challenge === undefined) return false;
  return !(card.challenge === 'unless_set_up' && isSetUp && (isOffSession || isMerchantInitiated));
}

async function challenge(work: Work, intent: Intent, confirmation: Confirmation): Promise<Outcome> {
  const { method, isOffSession, errorOnAction, returnUrl = null } = confirmation;
  if (isOffSession || errorOnAction)
    return fail(work, intent, method, DECLINES.authentication_required, { isCharged: true });
  return ask(work, intent, challengeAction(work, intent, returnUrl) as Stripe.PaymentIntent.NextAction);
}

async function waitForShop(work: Work, intent: Intent, { konbini = {} }: Confirmation): Promise<Outcome> {
  const action = konbiniAction(work, intent, konbini);
  return ask(work, intent, action, action.konbini_display_details?.expires_at);
}

async function ask(
  work: Work,
  intent: Intent,
  action: Stripe.PaymentIntent.NextAction,
  dueAt?: number,
): Promise<Outcome> {
  Object.assign(intent, {
    status: 'requires_action',
    next_action: action,
    _dueAt: dueAt ?? null,
  } satisfies Partial<Intent>);
  work.save(intent);
  await emit(work, 'payment_intent.requires_action', intent);
  return undefined;
}

function checkMethod(intent: Intent, method: PaymentMethod): void {
  const refuse = (message: string, code = 'payment_intent_invalid_parameter') =>
    new StripeError({
      status: 400,
      code,
      message,
      param: 'payment_method',
      objects: { payment_intent: visible(intent) },
    });
  if (!intent.payment_method_types.includes(method.type))
    throw refuse(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent, which takes: ${intent.payment_method_types.join(', ')}.`,
      'payment_intent_incompatible_payment_method',
    );
  if (method._isSpent)
    throw refuse(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and may not be used again.',
    );
  if (method.customer !== null && method.customer !== idOf(intent.customer))
    throw refuse(
      'The provided PaymentMethod cannot be used: it belongs to another Customer. Pass the Customer to whom it is attached.',
    );
}

/** Automatic payment methods may redirect the customer, so Stripe requires a return URL. */
function requireReturnUrl(intent: Intent, method: PaymentMethod, returnUrl: string | null): void {
  const automatic = intent.automatic_payment_methods;
  const mayRedirect = automatic?.enabled === true && automatic.allow_redirects !== 'never';
  if (returnUrl !== null || intent._invoice || !(mayRedirect || method.type === 'paypay')) return;
  throw invalid(
    'This PaymentIntent is configured to accept payment methods that might redirect your customer off of your page: you must provide a `return_url`. If you do not want to, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never`.',
    undefined,
    'return_url',
  );
}

const failedAuthentication = ({ type }: PaymentMethod) =>
  type === 'paypay'
    ? { code: 'payment_method_customer_decline', message: 'The customer declined the payment at PayPay.' }
    : {
        code: 'payment_intent_authentication_failure',
        message:
          'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      };
