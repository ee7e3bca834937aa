/**
 * Origins that Stripe.js needs; see https://docs.stripe.com/security/guide#content-security-policy. Its scripts carry
 * no digest of ours.
 */
export const STRIPE_ORIGINS = {
  code: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connect: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
};
export const NO_PAYMENTS = { code: [], frames: [], connect: [], images: [] };
