import type { Participation } from '@manabiba/shared/contract/tickets';
import { createParticipation } from '@manabiba/shared/data/endpoints';
import { isApiError, useEndpointMutation, useSearchParams } from '@manabiba/shared/platform';
import { useEffect, useEffectEvent, useState } from 'react';

import { NOT_PAID } from '../../core/participation/application-error';
import { refusalOrThrow, settlementError } from './payment-error';

const UNPAID: ReadonlySet<string> = new Set(['payment_required', 'payment_action_required', 'card_declined']);

/**
 * Completes a payment made on the provider's page, which redirected back with the payment intent in the URL.
 *
 * @param onAnswer gets what became of the seat in the event; nothing where that was refused.
 */
export function useReturn(eventId: string, onAnswer: (participation: Participation | undefined) => void) {
  const [search, setSearch] = useSearchParams();
  const intentId = search.get('payment_intent');
  const [error, setError] = useState<string>();
  const { run } = useEndpointMutation(createParticipation);
  const settle = useEffectEvent(async (paymentIntentId: string) => {
    const settled = await run({ params: { id: eventId }, body: { paymentIntentId } }).catch(refusalOrThrow);
    if (isApiError(settled)) setError(UNPAID.has(settled.code) ? NOT_PAID : settlementError(settled));
    onAnswer(isApiError(settled) ? undefined : settled);
    setSearch(
      (before) => {
        const rest = new URLSearchParams(before);
        for (const name of ['payment_intent', 'payment_intent_client_secret', 'redirect_status']) rest.delete(name);
        return rest;
      },
      { replace: true },
    );
  });
  useEffect(() => {
    if (intentId !== null) void settle(intentId);
  }, [intentId]);
  return { isReturning: intentId !== null, error };
}
