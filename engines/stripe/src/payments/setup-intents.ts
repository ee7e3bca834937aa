import type { Stripe } from 'stripe';

import { attach } from '../customers/attach';
import { activeCustomer, atClockOf } from '../customers/customers';
import { createMethod, type MethodData, usableMethod } from '../customers/payment-methods';
import { type Decline, DECLINES } from '../customers/test-cards';
import { emit } from '../events/emit';
import { invalid, StripeError } from '../http/stripe-error';
import { mergedMetadata } from '../work/fields';
import { newClientSecret, newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { declinedError, lastError } from './declined';
import { challengeAction } from './next-actions';
import type { Outcome } from './outcomes';
import { unexpectedState } from './unexpected-state';

type Intent = Kinds['setup_intent'];
type PaymentMethod = Kinds['payment_method'];

const OPEN = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

export async function createSetup(asked: Work, params: Stripe.SetupIntentCreateParams): Promise<Intent> {
  const customer = params.customer ? await activeCustomer(asked, params.customer) : null;
  const work = await atClockOf(asked, customer?.id);
  const id = newId('seti');
  const automatic = params.automatic_payment_methods;
  const intent: Intent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    application: null,
    automatic_payment_methods: automatic
      ? { enabled: automatic.enabled, allow_redirects: automatic.allow_redirects ?? 'always' }
      : null,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: work.now,
    customer: customer?.id ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergedMetadata(null, params.metadata),
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
    _clock: customer?._clock ?? null,
  };
  await setMethod(work, intent, params);
  work.save(intent);
  await emit(work, 'setup_intent.created', intent);
  return intent;
}

/** Verifies the card and saves it to the customer. Returns the error of a declined card, as payments do. */
export async function confirmSetup(
  asked: Work,
  intent: Intent,
  params: Stripe.SetupIntentConfirmParams,
): Promise<Outcome> {
  const work = await atClockOf(asked, idOf(intent.customer));
  if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'confirm', OPEN);
  await setMethod(work, intent, params);
  const methodId = idOf(intent.payment_method);
  if (methodId === null)
    throw invalid(
      "You cannot confirm this SetupIntent because it's missing a payment method.",
      'setup_intent_unexpected_state',
    );
  const method = await work.get('payment_method', methodId, 'payment_method');
  checkMethod(intent, method);
  if (!method._card?.challenge) return settle(work, intent, method);
  Object.assign(intent, {
    status: 'requires_action',
    next_action: challengeAction(work, intent, params.return_url ?? null) as Stripe.SetupIntent.NextAction,
    last_setup_error: null,
  } satisfies Partial<Intent>);
  work.save(intent);
  await emit(work, 'setup_intent.requires_action', intent);
  return undefined;
}

/** Completes the challenge of a setup intent. */
export async function authenticateSetup(work: Work, intent: Intent, outcome: 'fail' | 'succeed'): Promise<Outcome> {
  if (intent.status !== 'requires_action') throw unexpectedState(intent, 'authenticate', ['requires_action']);
  const method = await work.get('payment_method', idOf(intent.payment_method) ?? '');
  if (outcome === 'succeed') return settle(work, intent, method);
  return failSetup(work, intent, method, {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  });
}

export async function cancelSetup(work: Work, intent: Intent, reason: string | null): Promise<Intent> {
  if (!OPEN.includes(intent.status)) throw unexpectedState(intent, 'cancel', OPEN);
  Object.assign(intent, { status: 'canceled', cancellation_reason: reason, next_action: null });
  work.save(intent);
  await emit(work, 'setup_intent.canceled', intent);
  return intent;
}

export async function setMethod(
  work: Work,
  intent: Intent,
  params: { payment_method?: string; payment_method_data?: object },
): Promise<void> {
  const method = params.payment_method_data
    ? createMethod(work, params.payment_method_data as MethodData)
    : params.payment_method
      ? await usableMethod(work, params.payment_method)
      : undefined;
  if (!method) return;
  intent.payment_method = method.id;
  if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
}

async function settle(work: Work, intent: Intent, method: PaymentMethod): Promise<Outcome> {
  const { decline, failsAttach } = method._card ?? {};
  if (decline && failsAttach) return failSetup(work, intent, method, DECLINES[decline]);
  const customerId = idOf(intent.customer);
  if (customerId !== null) await attach(work, method, customerId);
  method._isAuthenticated = intent.usage === 'off_session';
  work.save(method);
  Object.assign(intent, { status: 'succeeded', next_action: null, last_setup_error: null });
  work.save(intent);
  await emit(work, 'setup_intent.succeeded', intent);
  await work.settings.hooks.setupSucceeded(work, intent);
  return undefined;
}

async function failSetup(work: Work, intent: Intent, method: PaymentMethod, decline: Decline): Promise<StripeError> {
  Object.assign(intent, {
    status: 'requires_payment_method',
    payment_method: null,
    next_action: null,
    last_setup_error: lastError(decline, method),
  });
  work.save(intent);
  await emit(work, 'setup_intent.setup_failed', intent);
  return declinedError(decline, { setup_intent: intent, payment_method: method });
}

function checkMethod(intent: Intent, method: PaymentMethod): void {
  if (!intent.payment_method_types.includes(method.type))
    throw invalid(
      `The PaymentMethod provided (${method.type}) is not allowed for this SetupIntent.`,
      'setup_intent_invalid_parameter',
      'payment_method',
    );
  if (method._isSpent || (method.customer !== null && method.customer !== idOf(intent.customer)))
    throw invalid(
      'The provided PaymentMethod cannot be used: it was used, detached or belongs to another Customer.',
      'setup_intent_invalid_parameter',
      'payment_method',
    );
}
