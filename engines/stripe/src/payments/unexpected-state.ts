import { StripeError } from '../http/stripe-error';
import type { Kinds } from '../work/kinds';
import { visible } from '../work/render';

/** A 400 error for an intent whose state does not allow the call. The body includes the intent. */
export function unexpectedState(
  intent: Kinds['payment_intent'] | Kinds['setup_intent'],
  action: string,
  allowed: readonly string[],
): StripeError {
  const name = intent.object === 'payment_intent' ? 'PaymentIntent' : 'SetupIntent';
  return new StripeError({
    status: 400,
    code: `${intent.object}_unexpected_state`,
    message: `You cannot ${action} this ${name} because it has a status of ${intent.status}. Only a ${name} with one of the following statuses may be used: ${allowed.join(', ')}.`,
    objects: { [intent.object]: visible(intent) },
  });
}
