import * as z from 'zod/mini';

/** The operator of this installation, who issues the receipts of plans because the platform sells them itself. */
export interface Operator {
  name: string;
  /** T and 13 digits; null when receipts are not qualified invoices. */
  registrationNo: string | null;
}

/** The payment provider: Stripe, or the engine at `apiUrl`. */
export interface PaymentsEnv {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Empty for Stripe itself. */
  apiUrl: string;
  /** URL from which browsers load the provider's script. */
  scriptUrl: string;
}

/** Payment settings of the api. */
export interface MoneyEnv {
  /** Null when payments are not configured. */
  payments: PaymentsEnv | null;
  /** Null when no operator is configured; payments of plans then have no receipts. */
  operator: Operator | null;
  /** Platform fee on tickets, in percent. */
  platformFeePercent: number;
}

const optionalUrl = z._default(
  z.union([
    z.literal(''),
    z
      .string()
      .check(z.refine((value) => URL.canParse(value) && /^https?:/.test(value), { error: 'must be an http(s) URL' })),
  ]),
  '',
);
const stripeKey = (prefix: 'sk' | 'pk' | 'whsec') =>
  z._default(
    z.union([
      z.literal(''),
      z.string().check(z.regex(new RegExp(`^${prefix}_\\w{8,250}$`), { error: `must begin with ${prefix}_` })),
    ]),
    '',
  );

/** Environment variables for payments, part of the api's. */
export const paymentsSchema = {
  /** Stripe: secret key, publishable key and webhook signing secret. */
  STRIPE_SECRET_KEY: stripeKey('sk'),
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk'),
  STRIPE_WEBHOOK_SECRET: stripeKey('whsec'),
  /** The built-in engine in place of Stripe: its URL for the api, and for browsers. */
  STRIPE_ENGINE_URL: optionalUrl,
  STRIPE_ENGINE_PUBLIC_URL: optionalUrl,
  /** Platform fee on tickets, in percent, with at most two decimals. */
  PLATFORM_FEE_PERCENT: z._default(
    z.coerce
      .number<string | number>()
      .check(z.minimum(0), z.maximum(50), z.multipleOf(0.01, { error: 'must have two decimals at most' })),
    3.6,
  ),
  /** The operator of this installation, as on the legal pages, and its registration number for qualified invoices. */
  OPERATOR_NAME: z._default(z.string().check(z.maxLength(100)), ''),
  OPERATOR_REGISTRATION_NO: z._default(
    z.string().check(z.regex(/^(T\d{13})?$/, { error: 'must be T and 13 digits' })),
    '',
  ),
};
/** Operator on receipts of the built-in engine, which takes no real money. */
const TEST_OPERATOR = 'まなびば(テスト決済)';
const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
/** The release of Stripe.js that matches the pinned version of @stripe/stripe-js. */
const STRIPE_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

/** Requires all keys of Stripe or none. In production a test key is rejected unless the engine's URL is set. */
export function paymentsProblems(given: Record<string, string | undefined>): string[] {
  const missing = STRIPE_VARIABLES.filter((name) => !given[name]);
  if (missing.length === STRIPE_VARIABLES.length && !given['STRIPE_ENGINE_URL']) return [];
  const problems = missing.map((name) => `${name} is missing beside the other variables of Stripe`);
  if (
    given['NODE_ENV'] === 'production' &&
    !given['STRIPE_ENGINE_URL'] &&
    given['STRIPE_SECRET_KEY']?.startsWith('sk_test_')
  )
    problems.push('STRIPE_SECRET_KEY is a test key; production needs a live one');
  return problems;
}

type Data = { [K in keyof typeof paymentsSchema]: z.output<(typeof paymentsSchema)[K]> };

export const toMoney = (data: Data): MoneyEnv => ({
  payments: toPayments(data),
  operator: toOperator(data),
  platformFeePercent: data.PLATFORM_FEE_PERCENT,
});

function toOperator(data: Data): Operator | null {
  const name = data.OPERATOR_NAME || (data.STRIPE_ENGINE_URL ? TEST_OPERATOR : '');
  return name ? { name, registrationNo: data.OPERATOR_REGISTRATION_NO || null } : null;
}

function toPayments(data: Data): PaymentsEnv | null {
  if (!data.STRIPE_SECRET_KEY) return null;
  const apiUrl = data.STRIPE_ENGINE_URL.replace(/\/+$/, '');
  const publicUrl = (data.STRIPE_ENGINE_PUBLIC_URL || apiUrl).replace(/\/+$/, '');
  return {
    secretKey: data.STRIPE_SECRET_KEY,
    publishableKey: data.STRIPE_PUBLISHABLE_KEY,
    webhookSecret: data.STRIPE_WEBHOOK_SECRET,
    apiUrl,
    scriptUrl: apiUrl ? `${publicUrl}/stripe.js` : STRIPE_SCRIPT_URL,
  };
}
