import { emit } from '../events/emit';
import { invalid, StripeError } from '../http/stripe-error';
import type { Kinds } from '../work/kinds';
import type { Work } from '../work/work';
import { DECLINES } from './test-cards';

type PaymentMethod = Kinds['payment_method'];

/** Payment method types that can be saved to a customer. */
const KEPT_TYPES: readonly string[] = ['card'];

/** Attaches a payment method to a customer. Throws 402 for a card whose bank declines this. */
export async function attach(work: Work, method: PaymentMethod, customerId: string): Promise<PaymentMethod> {
  if (method.customer === customerId) return method;
  if (method.customer)
    throw invalid(
      'The payment method you provided has already been attached to a customer.',
      'payment_method_unexpected_state',
    );
  if (!KEPT_TYPES.includes(method.type))
    throw invalid(
      `The payment method type ${method.type} cannot be attached to a customer.`,
      'payment_method_unsupported_type',
    );
  if (method._card?.failsAttach && method._card.decline) {
    const { code, declineCode, message } = DECLINES[method._card.decline];
    throw new StripeError({ status: 402, type: 'card_error', code, declineCode, message });
  }
  bind(method, customerId);
  work.save(method);
  await emit(work, 'payment_method.attached', method);
  return method;
}

function bind(method: PaymentMethod, customerId: string): void {
  method.customer = customerId;
  if (method.card?.checks?.cvc_check === 'unchecked') method.card.checks.cvc_check = 'pass';
}

/** Detaches a payment method from its customer; it cannot be used again. */
export async function detach(work: Work, method: PaymentMethod): Promise<PaymentMethod> {
  const customerId = method.customer;
  if (typeof customerId !== 'string')
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
      'payment_method_unexpected_state',
    );
  const customer = await work.find('customer', customerId);
  if (customer && customer.invoice_settings.default_payment_method === method.id) {
    customer.invoice_settings.default_payment_method = null;
    work.save(customer);
  }
  Object.assign(method, { customer: null, _isSpent: true });
  work.save(method);
  await emit(work, 'payment_method.detached', method, { customer: customerId });
  return method;
}
