import { secondsInDay } from 'date-fns/constants';

import { attach } from '../customers/attach';
import { type Decline } from '../customers/test-cards';
import { emit } from '../events/emit';
import { StripeError } from '../http/stripe-error';
import { createCharge } from '../money/charges';
import type { Kinds } from '../work/kinds';
import { idOf, type Work } from '../work/work';
import { declinedError, lastError } from './declined';

type Intent = Kinds['payment_intent'];
type PaymentMethod = Kinds['payment_method'];

/** The result of `succeed` and `fail`; the caller throws the error when a client is waiting for it. */
export type Outcome = StripeError | undefined;

/** Seven days, as long as the bank holds the amount. */
const CAPTURE_SECONDS = 7 * secondsInDay;

/** Charges the payment method, or authorizes the amount for a later capture. */
export async function succeed(
  work: Work,
  intent: Intent,
  method: PaymentMethod,
  isAuthenticated = false,
): Promise<Outcome> {
  const charge = await createCharge(work, { intent, method, isAuthenticated });
  const isHeld = !charge.captured;
  Object.assign(intent, {
    status: isHeld ? 'requires_capture' : 'succeeded',
    amount_received: isHeld ? 0 : charge.amount_captured,
    amount_capturable: isHeld ? intent.amount : 0,
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    processing: null,
    _dueAt: isHeld ? work.now + CAPTURE_SECONDS : null,
  } satisfies Partial<Intent>);
  await keepMethod(work, intent, method, isAuthenticated);
  work.save(intent);
  await emit(work, isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
  if (!isHeld) await work.settings.hooks.intentChanged(work, intent);
  return undefined;
}

/** Records a failed attempt; the intent waits for another payment method. Returns the error for the caller. */
export async function fail(
  work: Work,
  intent: Intent,
  method: PaymentMethod,
  decline: Decline,
  { isCharged }: { isCharged: boolean },
): Promise<StripeError> {
  const charge = isCharged ? await createCharge(work, { intent, method, decline }) : undefined;
  spend(work, method);
  Object.assign(intent, {
    status: 'requires_payment_method',
    last_payment_error: lastError(decline, method, charge?.id),
    latest_charge: charge?.id ?? idOf(intent.latest_charge),
    payment_method: null,
    next_action: null,
    processing: null,
    _dueAt: null,
  } satisfies Partial<Intent>);
  work.save(intent);
  await emit(work, 'payment_intent.payment_failed', intent);
  await work.settings.hooks.intentChanged(work, intent);
  return declinedError(decline, { charge: charge?.id ?? null, payment_intent: intent, payment_method: method });
}

/** An unattached payment method is single-use. */
function spend(work: Work, method: PaymentMethod): void {
  if (method.customer !== null || method._isSpent) return;
  method._isSpent = true;
  work.save(method);
}

/** Saves the payment method to the customer when it is meant for later payments. */
async function keepMethod(work: Work, intent: Intent, method: PaymentMethod, isAuthenticated: boolean): Promise<void> {
  const customerId = idOf(intent.customer);
  const usage = intent.setup_future_usage;
  if (customerId !== null && usage && method.customer === null) await attach(work, method, customerId);
  if (usage === 'off_session' && (isAuthenticated || !method._card?.challenge)) {
    method._isAuthenticated = true;
    work.save(method);
  }
  spend(work, method);
}
