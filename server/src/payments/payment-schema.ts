/** The payment engine's own schema in the product's database. */
export const PAYMENT_SCHEMA = 'stripe_engine';
