import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import type { PaymentsRepository } from './payments.repository';

interface PaymentJobsDeps {
  payments: PaymentsRepository;
  provider: PaymentProvider | null;
  apply: ApplyPaymentService;
}

/** Jobs that call the payment provider after the commit. Each may run repeatedly: it sends the same idempotency key. */
export function createPaymentJobs({ payments, provider, apply }: PaymentJobsDeps) {
  /** Throws without a provider, so that the job is retried: a provider was configured when the payment was made. */
  function reachable(): PaymentProvider {
    if (!provider) throw new Error('Refunds need a payment provider, and none is configured.');
    return provider;
  }

  return {
    async 'send-refund'({ refundId }: { refundId: string }): Promise<void> {
      const refund = await payments.findRefund(refundId);
      if (refund?.state !== 'pending') return;
      const payment = await payments.find(refund.payment_id);
      if (!payment?.provider_intent_id) throw new Error(`${refund.payment_id} was paid but has no intent`);
      await apply.applyRefund(await reachable().refund(refund.id, payment.provider_intent_id, refund.amount));
    },

    /** Cancels the payment attempt of an expired hold. If it was paid meanwhile, applies the payment. */
    async 'cancel-payment'({ participationId }: { participationId: string }): Promise<void> {
      const payment = await payments.findPending(participationId);
      if (!payment) return;
      if (payment.provider_intent_id === null) await apply.giveUp(payment.id);
      else await apply.applyIntent(await reachable().cancelIntent(payment.provider_intent_id));
    },
  };
}
