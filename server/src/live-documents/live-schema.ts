/** The live engine's own schema in the product's database. */
export const LIVE_SCHEMA = 'firestore';
