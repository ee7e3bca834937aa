import type { ApplyPaymentService } from './apply-payment.service';
import type { PaymentProvider } from './payment-provider';
import type { PaymentsRepository } from './payments.repository';

interface PaymentJobsDeps {
  payments: PaymentsRepository;
  provider: PaymentProvider | null;
  apply: ApplyPaymentService;
}

/** What is asked of the provider afterwards. Each job may run often: the provider gets the same key. */
export function createPaymentJobs({ payments, provider, apply }: PaymentJobsDeps) {
  /** Without a provider the job fails and is tried again: there was one where the payment was made. */
  function reachable(): PaymentProvider {
    if (!provider) throw new Error('No payment provider is configured, and one is needed to give money back.');
    return provider;
  }

  return {
    async 'send-refund'({ refundId }: { refundId: string }): Promise<void> {
      const refund = await payments.findRefund(refundId);
      if (refund?.state !== 'pending') return;
      const payment = await payments.find(refund.payment_id);
      if (!payment?.provider_intent_id) throw new Error(`${refund.payment_id} was paid and has no intent`);
      await apply.applyRefund(await reachable().refund(refund.id, payment.provider_intent_id, refund.amount));
    },

    /** Ends the attempt to pay for a seat that is gone. One that was paid meanwhile is taken over. */
    async 'cancel-payment'({ participationId }: { participationId: string }): Promise<void> {
      const payment = await payments.findPending(participationId);
      if (!payment) return;
      if (payment.provider_intent_id === null) await apply.giveUp(payment.id);
      else await apply.applyIntent(await reachable().cancelIntent(payment.provider_intent_id));
    },
  };
}
