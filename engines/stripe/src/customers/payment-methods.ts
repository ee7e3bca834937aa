import type { Stripe } from 'stripe';

import { invalid, StripeError } from '../http/stripe-error';
import { mergedMetadata, wholeAddress } from '../work/fields';
import { newId } from '../work/ids';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';
import { type CardBehaviour, cardOfNumber, cardOfToken } from './test-cards';

type PaymentMethod = Kinds['payment_method'];

/** The input of a payment method: `payment_method_data` of intents, or the parameters of its own call. */
export interface MethodData {
  type?: string;
  card?: { number?: string; exp_month?: number; exp_year?: number; cvc?: string; token?: string };
  billing_details?: Stripe.PaymentMethodCreateParams.BillingDetails;
  metadata?: Record<string, unknown>;
  allow_redisplay?: string;
}

/** Cards created from tokens expire at the end of this many years from now. */
const TOKEN_YEARS = 5;
const CENTURY = 2000;
const MAX_YEARS = 50;

/** Returns the payment method with this id. Test ids such as pm_card_visa create a new one, as at Stripe. */
export async function usableMethod(work: Work, id: string, param = 'payment_method'): Promise<PaymentMethod> {
  const card = id.startsWith('pm_card_') ? cardOfToken(id) : undefined;
  if (card) return work.save<'payment_method'>(methodOf(work, { type: 'card' }, card, tokenExpiry(work)));
  return work.get('payment_method', id, param);
}

/** Creates an unattached payment method. Throws 402 for an invalid or expired card. */
export function createMethod(work: Work, data: MethodData): PaymentMethod {
  const { type } = data;
  if (type === undefined) throw invalid('Missing required param: type.', 'parameter_missing', 'type');
  if (type !== 'card') {
    if (data.card) throw invalid(`The payment method type is ${type}; it has no card.`, 'parameter_unknown', 'card');
    if (type === 'konbini') requireNameAndEmail(data);
    return work.save<'payment_method'>(methodOf(work, data));
  }
  if (!data.card) throw invalid('Missing required param: card.', 'parameter_missing', 'card');
  if (data.card.token !== undefined) {
    const card = cardOfToken(data.card.token);
    if (!card) throw invalid(`No such token: '${data.card.token}'`, 'resource_missing', 'card[token]');
    return work.save<'payment_method'>(methodOf(work, data, card, tokenExpiry(work)));
  }
  return work.save<'payment_method'>(methodOf(work, data, checkedCard(data.card), checkedExpiry(work, data.card)));
}

const tokenExpiry = (work: Work) => ({ month: 12, year: new Date(work.now * 1000).getUTCFullYear() + TOKEN_YEARS });

const cardError = (code: string, message: string, param: string) =>
  new StripeError({ status: 402, type: 'card_error', code, message, param });

function requireNameAndEmail({ billing_details: details }: MethodData): void {
  for (const field of ['name', 'email'] as const) {
    if (!details?.[field])
      throw invalid(
        `Missing required param: billing_details[${field}]. Konbini payments need it.`,
        'parameter_missing',
        `billing_details[${field}]`,
      );
  }
}

function checkedCard({ number = '', cvc }: NonNullable<MethodData['card']>): CardBehaviour {
  const card = cardOfNumber(number.replaceAll(/[ -]/g, ''));
  if (!card) throw cardError('incorrect_number', 'Your card number is incorrect.', 'number');
  if (cvc !== undefined && !new RegExp(card.brand === 'amex' ? '^\\d{3,4}$' : '^\\d{3}$').test(cvc))
    throw cardError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  return card;
}

function checkedExpiry(work: Work, { exp_month: month = 0, exp_year: given = 0 }: NonNullable<MethodData['card']>) {
  const today = new Date(work.now * 1000);
  const year = given < 100 ? given + CENTURY : given;
  if (month < 1 || month > 12)
    throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  const monthsLeft = (year - today.getUTCFullYear()) * 12 + month - 1 - today.getUTCMonth();
  if (year > today.getUTCFullYear() + MAX_YEARS || (monthsLeft < 0 && year < today.getUTCFullYear()))
    throw cardError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  if (monthsLeft < 0) throw cardError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  return { month, year };
}

function methodOf(
  work: Work,
  data: MethodData,
  card?: CardBehaviour,
  expiry?: { month: number; year: number },
): PaymentMethod {
  return {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: data.allow_redisplay ?? 'unspecified',
    billing_details: billingDetailsOf(data.billing_details),
    created: work.now,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: mergedMetadata(null, data.metadata),
    type: data.type as Stripe.PaymentMethod.Type,
    ...(card && expiry ? { card: cardFields(card, expiry, data.card?.cvc !== undefined), _card: card } : {}),
    ...(data.type === 'konbini' ? { konbini: {} } : {}),
    ...(data.type === 'paypay' ? { paypay: {} } : {}),
  };
}

export function billingDetailsOf(
  given: Stripe.PaymentMethodCreateParams.BillingDetails | undefined,
): Stripe.PaymentMethod.BillingDetails {
  return {
    address: given?.address ? wholeAddress(given.address) : EMPTY_ADDRESS,
    email: given?.email || null,
    name: given?.name || null,
    phone: given?.phone || null,
    tax_id: given?.tax_id ?? null,
  };
}

const EMPTY_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null };

function cardFields(
  { brand, country, funding, fingerprint, last4 }: CardBehaviour,
  { month, year }: { month: number; year: number },
  hasCvc: boolean,
): Stripe.PaymentMethod.Card {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: hasCvc ? 'unchecked' : null },
    country,
    display_brand: brand,
    exp_month: month,
    exp_year: year,
    fingerprint,
    funding,
    generated_from: null,
    last4,
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}
