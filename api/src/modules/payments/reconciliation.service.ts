import { subHours } from 'date-fns';

import type { Clock } from '../../platform/clock';
import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import type { PaymentsRepository } from './payments.repository';

interface ReconciliationDeps {
  payments: PaymentsRepository;
  provider: PaymentProvider | null;
  apply: ApplyPaymentService;
  clock: Clock;
}

const BATCH = 500;

export interface Reconciliation {
  /** Payments and refunds that were checked at the provider. */
  checked: number;
  /** Those whose state at the provider was different. */
  repaired: number;
  /** Paid intents that belong to no payment of ours. */
  unknown: string[];
}

/**
 * Queries the provider for everything pending for more than an hour and for intents created in the last two days and
 * paid, and applies what no webhook has reported.
 */
export async function reconcilePayments(deps: ReconciliationDeps): Promise<Reconciliation> {
  const { payments, provider, apply, clock } = deps;
  const result: Reconciliation = { checked: 0, repaired: 0, unknown: [] };
  if (!provider) return result;
  const now = clock.now();
  const before = subHours(now, 1);

  for (const payment of await payments.listPendingSince(before, BATCH)) {
    if (payment.provider_intent_id === null) continue;
    result.checked += 1;
    await apply.applyIntent(await provider.retrieveIntent(payment.provider_intent_id));
    if ((await payments.find(payment.id))?.state !== 'pending') result.repaired += 1;
  }
  for (const refund of await payments.listPendingRefundsSince(before, BATCH)) {
    if (refund.provider_refund_id === null) continue;
    result.checked += 1;
    await apply.applyRefund(await provider.retrieveRefund(refund.provider_refund_id));
    if ((await payments.findRefund(refund.id))?.state !== 'pending') result.repaired += 1;
  }
  for await (const intent of provider.listPaidIntents({ from: subHours(now, 2 * 24), to: before })) {
    const payment = intent.paymentId ? await payments.find(intent.paymentId) : undefined;
    result.checked += 1;
    if (!payment) {
      if (!(await payments.isKnownIntent(intent.id))) result.unknown.push(intent.id);
    } else if (payment.state !== 'paid') {
      await apply.applyIntent(intent);
      result.repaired += 1;
    }
  }
  return result;
}
