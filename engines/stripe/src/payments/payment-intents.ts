import type { Stripe } from 'stripe';

import { activeCustomer, atClockOf } from '../customers/customers';
import { METHOD_TYPES } from '../customers/method-rules';
import { createMethod, type MethodData, usableMethod } from '../customers/payment-methods';
import { emit } from '../events/emit';
import { invalid } from '../http/stripe-error';
import { captureCharge, releaseCharge } from '../money/charges';
import { CURRENCY, MIN_CHARGE } from '../params/shared-rules';
import { cleared, mergedMetadata } from '../work/fields';
import { newClientSecret, newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { confirm, CONFIRMABLE } from './confirm';
import type { Outcome } from './outcomes';
import { unexpectedState } from './unexpected-state';

type Intent = Kinds['payment_intent'];
type CreateParams = Stripe.PaymentIntentCreateParams;
type ConfirmParams = Stripe.PaymentIntentConfirmParams;

const CANCELABLE = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

/** Throws 400 `amount_too_small` below Stripe's minimum charge. */
export function checkAmount(amount: number): void {
  if (amount < MIN_CHARGE) throw invalid(`Amount must be at least ¥${MIN_CHARGE} jpy`, 'amount_too_small', 'amount');
}

interface Origin {
  /** The invoice that the intent collects. */
  readonly invoice?: string;
  /** Default: a generated id. */
  readonly id?: string;
}

export async function createIntent(asked: Work, params: CreateParams, origin: Origin = {}): Promise<Intent> {
  checkAmount(params.amount);
  const customer = params.customer ? await activeCustomer(asked, params.customer) : null;
  const work = await atClockOf(asked, customer?.id);
  const { id = newId('pi'), invoice = null } = origin;
  const automatic = automaticOf(params);
  const intent: Intent = {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: params.allowed_payment_method_types ?? null,
    amount: params.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: params.application_fee_amount ?? null,
    automatic_payment_methods: automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: params.confirmation_method ?? 'automatic',
    created: work.now,
    currency: CURRENCY,
    customer: customer?.id ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: params.excluded_payment_method_types ?? null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: mergedMetadata(null, params.metadata),
    next_action: null,
    on_behalf_of: params.on_behalf_of ?? null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: (params.payment_method_options ?? {}) as Intent['payment_method_options'],
    payment_method_types: typesOf(params, automatic),
    payment_record: null,
    processing: null,
    receipt_email: params.receipt_email ?? null,
    review: null,
    setup_future_usage: params.setup_future_usage ?? null,
    shipping: (params.shipping ?? null) as Intent['shipping'],
    source: null,
    statement_descriptor: params.statement_descriptor ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: 'requires_payment_method',
    transfer_data: (params.transfer_data ?? null) as Intent['transfer_data'],
    transfer_group: params.transfer_group ?? null,
    _clock: customer?._clock ?? null,
    _invoice: invoice,
  };
  await checkDestination(work, intent);
  await setMethod(work, intent, params);
  work.save(intent);
  await emit(work, 'payment_intent.created', intent);
  return intent;
}

/** Confirms with the payment method of the call, or with that of the intent. */
export async function confirmIntent(asked: Work, intent: Intent, params: ConfirmParams): Promise<Outcome> {
  const work = await atClockOf(asked, idOf(intent.customer));
  if (!CONFIRMABLE.some((status) => status === intent.status)) throw unexpectedState(intent, 'confirm', CONFIRMABLE);
  await setMethod(work, intent, params);
  Object.assign(intent, {
    setup_future_usage: cleared(params.setup_future_usage, intent.setup_future_usage),
    receipt_email: cleared(params.receipt_email, intent.receipt_email),
    capture_method: params.capture_method ?? intent.capture_method,
    payment_method_options: { ...intent.payment_method_options, ...params.payment_method_options },
  });
  const methodId = idOf(intent.payment_method);
  if (methodId === null)
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.",
      'payment_intent_unexpected_state',
    );
  const options = intent.payment_method_options;
  return confirm(work, intent, {
    method: await work.get('payment_method', methodId, 'payment_method'),
    isOffSession: params.off_session !== undefined && params.off_session !== false,
    returnUrl: params.return_url ?? null,
    konbini: (options?.konbini ?? {}) as Stripe.PaymentIntentCreateParams.PaymentMethodOptions.Konbini,
    errorOnAction: params.error_on_requires_action,
    requestChallenge: options?.card?.request_three_d_secure as 'any' | 'automatic' | undefined,
  });
}

export async function updateIntent(
  work: Work,
  intent: Intent,
  params: Stripe.PaymentIntentUpdateParams,
): Promise<Intent> {
  const allowed = ['requires_payment_method', 'requires_confirmation', 'requires_action'];
  // Descriptive fields can always be changed, all others only before the payment.
  const descriptive = ['description', 'metadata', 'receipt_email', 'transfer_group', 'expand'];
  const isDescriptive = Object.keys(params).every((name) => descriptive.includes(name));
  if (!isDescriptive && !allowed.includes(intent.status)) throw unexpectedState(intent, 'update', allowed);
  if (params.amount !== undefined) checkAmount(params.amount);
  if (params.customer) Object.assign(intent, { customer: (await activeCustomer(work, params.customer)).id });
  await setMethod(work, intent, params);
  Object.assign(intent, {
    amount: params.amount ?? intent.amount,
    application_fee_amount: cleared(params.application_fee_amount, intent.application_fee_amount),
    description: cleared<string>(params.description, intent.description),
    metadata: mergedMetadata(intent.metadata, params.metadata),
    receipt_email: cleared(params.receipt_email, intent.receipt_email),
    setup_future_usage: cleared(params.setup_future_usage, intent.setup_future_usage),
    transfer_group: params.transfer_group ?? intent.transfer_group,
  });
  work.save(intent);
  return intent;
}

export async function captureIntent(
  asked: Work,
  intent: Intent,
  { amount_to_capture: amount = intent.amount_capturable, metadata }: Stripe.PaymentIntentCaptureParams,
): Promise<Intent> {
  const work = await atClockOf(asked, idOf(intent.customer));
  if (intent.status !== 'requires_capture') throw unexpectedState(intent, 'capture', ['requires_capture']);
  if (amount > intent.amount_capturable)
    throw invalid(
      'The amount_to_capture is greater than the amount that can be captured.',
      'amount_too_large',
      'amount_to_capture',
    );
  await captureCharge(work, await work.get('charge', idOf(intent.latest_charge) ?? ''), amount);
  Object.assign(intent, {
    status: 'succeeded',
    amount_received: amount,
    amount_capturable: 0,
    metadata: mergedMetadata(intent.metadata, metadata),
    _dueAt: null,
  } satisfies Partial<Intent>);
  work.save(intent);
  await emit(work, 'payment_intent.succeeded', intent);
  await work.settings.hooks.intentChanged(work, intent);
  return intent;
}

export async function cancelIntent(asked: Work, intent: Intent, reason: string | null = null): Promise<Intent> {
  const work = await atClockOf(asked, idOf(intent.customer));
  if (!CANCELABLE.includes(intent.status)) throw unexpectedState(intent, 'cancel', CANCELABLE);
  if (intent.status === 'requires_capture')
    await releaseCharge(work, await work.get('charge', idOf(intent.latest_charge) ?? ''));
  Object.assign(intent, {
    status: 'canceled',
    canceled_at: work.now,
    cancellation_reason: reason as Intent['cancellation_reason'],
    amount_capturable: 0,
    next_action: null,
    _dueAt: null,
  } satisfies Partial<Intent>);
  work.save(intent);
  await emit(work, 'payment_intent.canceled', intent);
  return intent;
}

async function setMethod(
  work: Work,
  intent: Intent,
  params: { payment_method?: string; payment_method_data?: object },
): Promise<void> {
  if (params.payment_method !== undefined && params.payment_method_data !== undefined)
    throw invalid(
      'You may only specify one of these parameters: payment_method, payment_method_data.',
      'parameters_exclusive',
    );
  const method = params.payment_method_data
    ? createMethod(work, params.payment_method_data as MethodData)
    : params.payment_method
      ? await usableMethod(work, params.payment_method)
      : undefined;
  if (!method) return;
  intent.payment_method = method.id;
  if (intent.status === 'requires_payment_method') intent.status = 'requires_confirmation';
}

async function checkDestination(work: Work, intent: Intent): Promise<void> {
  const destination = idOf(intent.transfer_data?.destination);
  if (destination !== null) await work.settings.hooks.checkDestination(work, destination);
  if (intent.application_fee_amount !== null && destination === null && work.account === '')
    throw invalid(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using a Stripe-Account header) or destination payment (using transfer_data).',
      undefined,
      'application_fee_amount',
    );
  if ((intent.application_fee_amount ?? 0) > intent.amount)
    throw invalid(
      'The application_fee_amount must not be greater than the amount.',
      undefined,
      'application_fee_amount',
    );
}

function automaticOf(params: CreateParams): Intent['automatic_payment_methods'] {
  const { automatic_payment_methods: given, allowed_payment_method_types: allowed } = params;
  if (given?.enabled && allowed)
    throw invalid(
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.',
      'parameters_exclusive',
    );
  if (given) return { enabled: given.enabled, allow_redirects: given.allow_redirects ?? 'always' };
  return allowed ? null : { enabled: true, allow_redirects: 'always' };
}

function typesOf(params: CreateParams, automatic: Intent['automatic_payment_methods']): string[] {
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded = [] } = params;
  const types: readonly string[] = allowed ?? METHOD_TYPES;
  const taken = types.filter((type) => !excluded.some((each) => each === type));
  return automatic?.allow_redirects === 'never' ? taken.filter((type) => type !== 'paypay') : taken;
}
