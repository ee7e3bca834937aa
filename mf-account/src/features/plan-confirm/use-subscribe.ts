import type { Plan } from '@manabiba/shared/contract/plans';
import { createSubscription } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { isApiError, useEndpointMutation } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

interface Choice {
  plan: Plan;
  couponCode: string | undefined;
  /** The trial days shown on the page. */
  trialDays: number;
}

export interface Refusal {
  message: string;
  /** The actual number of trial days differs from what the page has shown. */
  isAboutTrial: boolean;
}

/** Subscribes with the entered card, including the bank's challenge. The input is kept on failure. */
export function useSubscribe({ plan, couponCode, trialDays }: Choice, onDone: () => void) {
  const { run } = useEndpointMutation(createSubscription);
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isBusy = useRef(false);

  const refuse = (message: string, isAboutTrial = false) => setRefusal({ message, isAboutTrial });

  async function send(payer: Payer): Promise<void> {
    if (!(await payer.check())) return;
    const card = await payer.keepCard();
    if ('error' in card) return refuse(card.error);
    const input = {
      body: { planId: plan.id, paymentMethodId: card.paymentMethodId, trialDays, ...(couponCode && { couponCode }) },
    };
    const { clientSecret } = await run(input);
    if (clientSecret !== undefined) {
      const { error } = await payer.answerBank(clientSecret);
      if (error !== undefined) return refuse(error);
      // Only the provider knows the state now, so the same call refreshes it.
      await run(input);
    }
    onDone();
  }

  async function subscribe(payer: Payer): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setRefusal(null);
    try {
      await send(payer);
    } catch (error) {
      if (!isApiError(error)) throw error;
      refuse(Object.values(error.fields)[0] ?? error.message, error.fields['trialDays'] !== undefined);
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  }

  return { subscribe, isSending, refusal };
}
