import type { Decline } from '../customers/test-cards';
import { StripeError } from '../http/stripe-error';
import type { Kinds } from '../work/kinds';
import { visible } from '../work/render';

/** The representation of a failed attempt in `last_payment_error` and `last_setup_error`. */
export function lastError(decline: Decline, method: Kinds['payment_method'] | null, chargeId?: string) {
  const isCard = method === null || method.type === 'card';
  return {
    ...(chargeId ? { charge: chargeId } : {}),
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    ...(method ? { payment_method: visible(method) as unknown as Kinds['payment_method'] } : {}),
    type: isCard ? ('card_error' as const) : ('invalid_request_error' as const),
  };
}

/** The 402 error of a declined card. Changes of the attempt are committed. */
export function declinedError(
  decline: Decline,
  objects: Readonly<Record<string, object | string | null>>,
): StripeError {
  return new StripeError({
    status: 402,
    type: 'card_error',
    code: decline.code,
    declineCode: decline.declineCode,
    message: decline.message,
    objects: Object.fromEntries(
      Object.entries(objects).map(([name, value]) => [
        name,
        typeof value === 'object' && value ? visible(value) : value,
      ]),
    ),
    keepsChanges: true,
  });
}
