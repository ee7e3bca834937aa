import { createHmac } from 'node:crypto';

/** The header `Stripe-Signature`, by which the SDK's `constructEvent` knows who has sent a body and when. */
export function signatureOf(body: string, secret: string, atSeconds: number): string {
  const v1 = createHmac('sha256', secret).update(`${atSeconds}.${body}`).digest('hex');
  return `t=${atSeconds},v1=${v1}`;
}
