import { createHmac } from 'node:crypto';

/** Builds the `Stripe-Signature` header, with which the SDK's `constructEvent` verifies sender and time of a body. */
export function signatureOf(body: string, secret: string, atSeconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${v1}`;
}
