import * as z from 'zod/mini';

/** The payment provider: Stripe, or the engine at `apiUrl`. */
export interface PaymentsEnv {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Empty: Stripe itself. */
  apiUrl: string;
  /** Where browsers load the provider's script from. */
  scriptUrl: string;
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

/** The variables of payments, as a part of the api's. */
export const paymentsSchema = {
  /** Stripe: the secret key, the key that browsers may know, the secret that its webhooks are signed with. */
  STRIPE_SECRET_KEY: stripeKey('sk'),
  STRIPE_PUBLISHABLE_KEY: stripeKey('pk'),
  STRIPE_WEBHOOK_SECRET: stripeKey('whsec'),
  /** The built-in engine instead of Stripe: where this api finds it, and where browsers do. */
  STRIPE_ENGINE_URL: optionalUrl,
  STRIPE_ENGINE_PUBLIC_URL: optionalUrl,
  /** What the platform keeps of the price of a ticket, in percent. Two decimals at most. */
  PLATFORM_FEE_PERCENT: z._default(
    z.coerce
      .number<string | number>()
      .check(z.minimum(0), z.maximum(50), z.multipleOf(0.01, { error: 'must have two decimals at most' })),
    3.6,
  ),
};
const STRIPE_VARIABLES = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;
/** The release of Stripe.js that belongs to the pinned version of @stripe/stripe-js. */
const STRIPE_SCRIPT_URL = 'https://js.stripe.com/endive/stripe.js';

/** All keys of Stripe or none. In production a test key is refused unless the engine is asked for by its address. */
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

export function toPayments(data: {
  [K in keyof typeof paymentsSchema]: z.output<(typeof paymentsSchema)[K]>;
}): PaymentsEnv | null {
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
