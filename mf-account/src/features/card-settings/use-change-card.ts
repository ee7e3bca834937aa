import { updateSubscription } from '@manabiba/shared/data/endpoints';
import type { Payer } from '@manabiba/shared/payments/payment-fields';
import { isApiError, useEndpointMutation } from '@manabiba/shared/platform';
import { useRef, useState } from 'react';

/** Replaces the card on file with the one entered, including the bank's challenge. An open invoice is paid from it. */
export function useChangeCard(onDone: () => void) {
  const { run } = useEndpointMutation(updateSubscription);
  const [message, setMessage] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const isBusy = useRef(false);

  async function send(payer: Payer): Promise<void> {
    if (!(await payer.check())) return;
    const card = await payer.keepCard();
    if ('error' in card) return setMessage(card.error);
    const { clientSecret } = await run({ body: { paymentMethodId: card.paymentMethodId } });
    if (clientSecret !== undefined) {
      const { error } = await payer.answerBank(clientSecret);
      if (error !== undefined) return setMessage(error);
      // Only the provider knows the state now, so this call refreshes it.
      await run({ body: { pay: true } });
    }
    onDone();
  }

  async function change(payer: Payer): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setIsSending(true);
    setMessage(undefined);
    try {
      await send(payer);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setMessage(Object.values(error.fields)[0] ?? error.message);
    } finally {
      isBusy.current = false;
      setIsSending(false);
    }
  }

  return { change, isSending, message };
}
